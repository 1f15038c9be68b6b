/** Where reviewers decide on a version. */
export function waitsAt({ id }: { readonly id: string }): string {
  return `/approvals?kind=policy_version&id=${id}`;
}
