import { ListSkeleton } from "#components/ui/list-skeleton.tsx";

export default function Loading() {
  return <ListSkeleton />;
}
