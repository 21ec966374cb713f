'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { notify } from '@/components/ui/toast';
import { type ExportFormat, exportFormats } from '@/lib/definitions/schema';

/** Saves a definition as a file. A picture is drawn from the SVG by the browser. */
export function ExportMenu({ definitionKey, version }: { definitionKey: string; version?: number }) {
  const t = useTranslations('exchange');
  const address = (format: ExportFormat) =>
    `/api/workflows/definitions/${definitionKey}/export?format=${format}${version === undefined ? '' : `&version=${version}`}`;

  async function savePicture() {
    try {
      const response = await fetch(address('svg'));
      if (!response.ok) throw new Error(response.statusText);
      const picture = await pictureOf(await response.text());
      save(URL.createObjectURL(picture), `${definitionKey}.png`);
    } catch {
      notify({ tone: 'danger', title: t('failed') });
    }
  }

  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden />} aria-label={t('export')}>
          {t('export')}
        </Button>
      }
    >
      {exportFormats.map((format) => (
        <MenuItem key={format} onSelect={() => save(address(format), '')}>
          {t(`formats.${format}`)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => void savePicture()}>{t('formats.png')}</MenuItem>
    </Menu>
  );
}

function save(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

/** Twice as large as drawn, for screens with fine dots. */
const fine = 2;

async function pictureOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * fine;
  canvas.height = image.naturalHeight * fine;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came'))), 'image/png');
  });
}
