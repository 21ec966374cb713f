import type { ReactNode } from 'react';
import { SectionLinks } from '@/components/administration/section-links';
import { requireActor } from '@/lib/session/session';

/** The administration with its own navigation. Each page authorizes for itself. */
export default async function AdministrationLayout({ children }: { children: ReactNode }) {
  const { permissions } = await requireActor();
  return (
    <div className="mx-auto flex max-w-400 flex-col lg:flex-row">
      <SectionLinks permissions={permissions} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
