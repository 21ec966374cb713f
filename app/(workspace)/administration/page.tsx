import { notFound, redirect } from 'next/navigation';
import { sectionsFor } from '@/components/administration/sections';
import { requireActor } from '@/lib/session/session';

/** The first page that the actor may see. */
export default async function AdministrationPage() {
  const { permissions } = await requireActor();
  const [first] = sectionsFor(permissions);
  if (!first) notFound();
  redirect(first.href);
}
