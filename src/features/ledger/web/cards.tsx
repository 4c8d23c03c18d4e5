/** A table of figures; `figure-rows` in app.css turns rows into blocks on narrow screens. */
export const cards = {
  table: 'figure-rows',
  row: 'border-line border-b',
  sums: 'bg-kora font-semibold',
}

/** The last `figures` headings stand over figures. */
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
