/** The look of a table of figures; `figure-rows` in app.css makes blocks of its rows where there is little room. */
export const cards = {
  table: 'figure-rows',
  row: 'border-line border-b',
  sums: 'bg-kora font-semibold',
}

/** Its headings; so many of the last ones stand over figures. */
export const CardHeads = ({ names, figures }: { names: readonly string[]; figures: number }) => (
  <thead className="bg-kora text-ink-soft text-sm max-lg:sr-only">
    <tr>
      {names.map((name, at) => (
        <th key={name} scope="col" className={`font-semibold ${at >= names.length - figures ? 'text-right' : ''}`}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
)
