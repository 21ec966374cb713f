import { useTranslations } from 'next-intl';

/** The name of a file, by which one gets it; of one whose content was erased, that this is so. */
export function FileName({ file, erased }: { file: { id: string; name: string }; erased: boolean }) {
  const t = useTranslations('instance.files');
  if (erased)
    return (
      <span className="wrap-anywhere text-muted">
        {file.name} · {t('contentErased')}
      </span>
    );
  return (
    <a
      href={`/api/workflows/files/${file.id}`}
      download={file.name}
      className="font-medium wrap-anywhere text-accent-ink underline underline-offset-2"
    >
      {file.name}
    </a>
  );
}
