import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { pageNumbers, pageRange } from './page-numbers.ts';
import classes from './pager.module.css';

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  onChange(page: number): void;
  /** The pointer or the keyboard is about to choose a page. */
  onIntent?(page: number): void;
}

/** 'a-b of total', and the pages around the current one. */
export function Pager({ page, perPage, total, onChange, onIntent }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const props = (to: number) => ({
    type: 'button' as const,
    className: `plain centered ${classes.page}`,
    onClick: () => onChange(to),
    onPointerEnter: () => onIntent?.(to),
    onFocus: () => onIntent?.(to),
  });
  return (
    <nav className={`row wrap between numeric ${classes.pager}`} aria-label="Pages">
      <span className="dimmed" role="status">
        {pageRange(page, perPage, total)}
      </span>
      {last > 1 ? (
        <span className="row gap-2">
          <button {...props(page - 1)} disabled={page <= 1} aria-label="Previous page">
            <IconChevronLeft size={18} stroke={1.7} aria-hidden />
          </button>
          {pageNumbers(page, last).map((mark) =>
            typeof mark === 'number' ? (
              <button
                key={mark}
                {...props(mark)}
                aria-label={`Page ${mark}`}
                aria-current={mark === page ? 'page' : undefined}
              >
                {mark.toLocaleString('en')}
              </button>
            ) : (
              <span key={mark} className={classes.gap} aria-hidden>
                …
              </span>
            ),
          )}
          <button {...props(page + 1)} disabled={page >= last} aria-label="Next page">
            <IconChevronRight size={18} stroke={1.7} aria-hidden />
          </button>
        </span>
      ) : null}
    </nav>
  );
}
