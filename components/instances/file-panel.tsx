import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';
import type { FileRow } from '@/lib/files/schema';
import type { InstanceDetail } from '@/lib/instances/schema';
import { FileName } from './file-name';
import { useSizeText } from './file-size';
import { FileUpload } from './file-upload';

export type FilePanelProps = {
  instanceId: string;
  /** Steps that wait for a file from whoever looks. */
  awaited: InstanceDetail['offered']['upload'];
  files: readonly FileRow[];
  className?: string;
};

/** The files of an instance, and where another one is waited for. Nothing where there are none. */
export function FilePanel({ instanceId, awaited, files, className }: FilePanelProps) {
  const t = useTranslations('instance.files');
  const sizeText = useSizeText();
  if (awaited.length === 0 && files.length === 0) return null;
  return (
    <Panel title={t('title')} className={className}>
      <div className="flex flex-col gap-4">
        {awaited.map((one) => (
          <FileUpload key={one.step} instanceId={instanceId} awaited={one} />
        ))}
        {files.length > 0 ? (
          <ul className="flex flex-col gap-2">
            {files.map((file) => (
              <li key={file.id} className="text-base">
                <FileName file={file} erased={file.erasedAt !== null} />{' '}
                <span className="text-muted">
                  {t.rich('by', {
                    size: sizeText(file.size),
                    name: file.uploadedBy,
                    when: () => <RelativeTime at={file.uploadedAt} />,
                  })}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  );
}
