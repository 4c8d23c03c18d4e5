interface ColumnHeadsProps {
  /** Heading -> classes of its cell. */
  columns: Record<string, string>
  cell?: string
  className: string
}

export function ColumnHeads({ columns, cell = '', className }: ColumnHeadsProps) {
  return (
    <thead>
      <tr className={`text-ink-soft ${className}`}>
        {Object.entries(columns).map(([name, look]) => (
          <th key={name} scope="col" className={`font-semibold ${cell} ${look}`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
