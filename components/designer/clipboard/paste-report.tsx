'use client';

import { useTranslations } from 'next-intl';
import { goTo, useDesigner, useDesignerStore } from '@/components/designer/store';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';

/** What is different here about the steps that were pasted: what is missing, what got another key, what was left out. */
export function PasteReport() {
  const t = useTranslations('clipboard');
  const store = useDesignerStore();
  const pasted = useDesigner((state) => state.pasted);
  const close = () => store.setState({ pasted: null });
  return (
    <Dialog
      open={pasted !== null}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t('report')}
      description={t('reportText')}
    >
      <div className="flex flex-col gap-5 text-base">
        {pasted && pasted.missing.length > 0 ? (
          <section>
            <h3 className="text-sm font-semibold">{t('missing')}</h3>
            <ul className="mt-2 flex flex-col gap-2">
              {pasted.missing.map(({ path, message, mend }, index) => (
                <li key={index}>
                  <button
                    type="button"
                    className="rounded-sm text-left underline-offset-2 hover:underline"
                    onClick={() => {
                      close();
                      goTo(store, path);
                    }}
                  >
                    {message}
                  </button>
                  <span className="block text-sm text-muted">{mend}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {pasted && pasted.renamed.length > 0 ? (
          <section>
            <h3 className="text-sm font-semibold">{t('renamed')}</h3>
            <ul className="mt-2 flex flex-col gap-1 text-sm">
              {pasted.renamed.map(({ what, from, to }) => (
                <li key={`${what} ${from}`}>{t(`renamedTo.${what}`, { from, to })}</li>
              ))}
            </ul>
          </section>
        ) : null}
        {pasted && pasted.leftOut.length > 0 ? (
          <section>
            <h3 className="text-sm font-semibold">{t('leftOut')}</h3>
            <ul className="mt-2 flex flex-col gap-1 text-sm">
              {pasted.leftOut.map((name) => (
                <li key={name}>{t('leftOutStart', { name })}</li>
              ))}
            </ul>
          </section>
        ) : null}
        <Button className="self-start" onClick={close}>
          {t('understood')}
        </Button>
      </div>
    </Dialog>
  );
}
