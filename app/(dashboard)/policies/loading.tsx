import { DetailPageSkeleton } from "#components/ui/detail-page-skeleton.tsx";

export default function Loading() {
  return <DetailPageSkeleton />;
}
