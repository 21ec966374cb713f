import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { StatusGlyph, type StatusShape } from '@/components/ui/status-glyph';

type Stop = {
  name: 'received' | 'review' | 'paid' | 'done';
  shape: StatusShape;
  tone: string;
  box: string;
  bars: [string, string];
};

const stops: readonly Stop[] = [
  { name: 'received', shape: 'done', tone: 'text-positive', box: 'left-6 top-6', bars: ['w-24', 'w-16'] },
  {
    name: 'review',
    shape: 'active',
    tone: 'text-accent',
    box: 'left-54 top-34 ring-2 ring-accent',
    bars: ['w-28', 'w-20'],
  },
  { name: 'paid', shape: 'planned', tone: 'text-faint', box: 'left-6 top-62', bars: ['w-20', 'w-14'] },
  { name: 'done', shape: 'planned', tone: 'text-faint', box: 'left-54 top-86', bars: ['w-16', 'w-10'] },
];

/** A quiet picture of a request on its way, for wide screens. The sentence below it is its meaning. */
export function ProcessPicture() {
  const t = useTranslations('signIn');
  return (
    <aside className="relative hidden overflow-hidden border-l border-line bg-sunken lg:flex lg:flex-col lg:justify-center">
      <div
        aria-hidden
        className="absolute inset-0 bg-[radial-gradient(var(--color-line-strong)_1px,transparent_1px)] mask-[radial-gradient(70%_60%_at_50%_42%,black,transparent)] bg-size-[20px_20px]"
      />
      <div className="relative mx-auto w-full max-w-120">
        <div aria-hidden className="relative mx-auto h-104 w-120">
          <svg viewBox="0 0 480 416" fill="none" className="absolute inset-0 size-full">
            <path d="M120 96v64q0 12 12 12h84" className="stroke-positive" strokeWidth="2" />
            <path
              d="M312 208v64q0 12-12 12h-84M120 320v48q0 12 12 12h84"
              className="stroke-control"
              strokeWidth="1.5"
              strokeDasharray="4 4"
            />
          </svg>
          {stops.map((stop) => (
            <div
              key={stop.name}
              className={classNames(
                'absolute h-18 w-48 rounded-lg bg-raised px-3.5 py-3 shadow-raised',
                stop.box,
              )}
            >
              <p className="flex items-center gap-2 text-sm font-semibold">
                <StatusGlyph shape={stop.shape} className={stop.tone} />
                {t(`picture.${stop.name}`)}
              </p>
              <span className={classNames('mt-2.5 block h-1.5 rounded-full bg-pressed', stop.bars[0])} />
              <span className={classNames('mt-1.5 block h-1.5 rounded-full bg-pressed', stop.bars[1])} />
            </div>
          ))}
        </div>
        <p className="mt-10 text-xl font-semibold">{t('claim')}</p>
        <p className="mt-1.5 max-w-96 text-md text-muted">{t('claimText')}</p>
      </div>
    </aside>
  );
}
