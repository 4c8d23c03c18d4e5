export interface Figure {
  name: string
  figure: string
  text?: string | undefined
  isNegative?: boolean
}

/** Two to five figures. */
export const FigureStrip = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="mb-5 grid grid-cols-2 gap-px overflow-hidden rounded-sm border border-line bg-line nav:grid-flow-col nav:auto-cols-fr nav:grid-cols-none">
    {figures.map(({ name, figure, text, isNegative }) => (
      <div key={name} className="min-w-0 bg-paper px-4 py-3 max-nav:last:odd:col-span-2">
        <dt className="text-sm">{name}</dt>
        <dd className={`figures font-semibold text-xl ${isNegative ? 'text-madder-700' : ''}`}>{figure}</dd>
        {text && <dd className="figures text-ink-soft text-xs">{text}</dd>}
      </div>
    ))}
  </dl>
)
