/** A table of figures: with columns where there is room, else a block for each row with a line for each figure. */
export const cards = {
  table: 'w-full max-lg:block max-lg:*:block',
  head: 'bg-kora text-left text-ink-soft text-sm max-lg:sr-only',
  headCell: 'px-4 py-3 font-semibold',
  row: 'border-line border-b max-lg:grid max-lg:gap-0.75 max-lg:px-4 max-lg:py-3.5',
  sums: 'font-semibold max-lg:bg-kora',
  cell: 'text-left lg:px-4 lg:py-3.5',
  /** Its `data-label` says what it is. */
  figure:
    'figures whitespace-nowrap max-lg:flex max-lg:justify-between max-lg:gap-4 max-lg:text-sm max-lg:before:font-normal max-lg:before:text-ink-mute max-lg:before:content-[attr(data-label)] lg:px-4 lg:py-3.5 lg:text-right',
}

/** Its headings; so many of the last ones stand over figures. */
export const CardHeads = ({ names, figures }: { names: readonly string[]; figures: number }) => (
  <thead className={cards.head}>
    <tr>
      {names.map((name, at) => (
        <th
          key={name}
          scope="col"
          className={`${cards.headCell} ${at >= names.length - figures ? 'lg:text-right' : ''}`}
        >
          {name}
        </th>
      ))}
    </tr>
  </thead>
)
