'use client';

import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, Search } from 'lucide-react';
import { classNames } from './class-names';
import { controlClass } from './control-styles';
import { popupClass } from './popup-styles';

export type SearchSelectOption = { readonly value: string; readonly label: string; readonly hint?: string };
export type SearchSelectGroup = { readonly label: string; readonly options: readonly SearchSelectOption[] };

export type SearchSelectProps = {
  groups: readonly SearchSelectGroup[];
  value: string | null;
  onValueChange: (value: string) => void;
  'aria-label': string;
  placeholder?: string;
  /** What the field for searching is called. */
  searchLabel: string;
  /** Said where no option has the words. */
  nothing: string;
  readOnly?: boolean;
  className?: string;
};

/** One value of a long list in groups, found by a part of its words. */
export function SearchSelect({
  groups,
  value,
  onValueChange,
  'aria-label': label,
  placeholder,
  searchLabel,
  nothing,
  readOnly,
  className,
}: SearchSelectProps) {
  const items = groups.map(({ label: words, options }) => ({ value: words, items: [...options] }));
  const chosen = groups.flatMap(({ options }) => options).find((option) => option.value === value) ?? null;
  return (
    <Combobox.Root<SearchSelectOption>
      items={items}
      value={chosen}
      readOnly={readOnly}
      autoHighlight
      itemToStringLabel={(option) => option.label}
      isItemEqualToValue={(left, right) => left.value === right.value}
      filter={(option, words) =>
        `${option.label} ${option.hint ?? ''} ${option.value}`
          .toLocaleLowerCase()
          .includes(words.trim().toLocaleLowerCase())
      }
      onValueChange={(option) => {
        if (option && option.value !== value) onValueChange(option.value);
      }}
    >
      <Combobox.Trigger
        aria-label={label}
        className={classNames(
          controlClass,
          'flex h-9 items-center justify-between gap-2 text-left select-none data-popup-open:bg-hover pointer-coarse:h-11',
          className,
        )}
      >
        <span className={classNames('min-w-0 truncate', chosen ? null : 'text-faint')}>
          {chosen?.label ?? placeholder}
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className="z-50 outline-none" sideOffset={4} align="start">
          <Combobox.Popup
            aria-label={label}
            className={classNames(
              popupClass,
              'flex max-h-[min(24rem,var(--available-height))] w-80 max-w-[calc(100vw-1rem)] min-w-(--anchor-width) flex-col',
            )}
          >
            <span className="relative block border-b border-line p-1.5">
              <Search
                aria-hidden
                className="absolute top-1/2 left-4 z-1 size-4 -translate-y-1/2 text-faint"
              />
              <Combobox.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                className={classNames(controlClass, 'h-8 pl-8 pointer-coarse:h-11')}
              />
            </span>
            <Combobox.Empty className="px-3 py-2 text-sm text-muted empty:hidden">{nothing}</Combobox.Empty>
            <Combobox.List className="min-h-0 overflow-y-auto p-1 empty:hidden">
              {(group: (typeof items)[number]) => (
                <Combobox.Group key={group.value} items={group.items}>
                  <Combobox.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
                    {group.value}
                  </Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(option: SearchSelectOption) => (
                      <Combobox.Item
                        key={option.value}
                        value={option}
                        className="grid cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded-md py-1.5 pr-3 pl-2 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:py-3"
                      >
                        <Combobox.ItemIndicator className="col-start-1 text-accent-ink">
                          <Check aria-hidden className="size-4" />
                        </Combobox.ItemIndicator>
                        <span className="col-start-2 min-w-0">
                          <span className="block truncate">{option.label}</span>
                          {option.hint ? (
                            <span className="block truncate text-xs text-muted">{option.hint}</span>
                          ) : null}
                        </span>
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
