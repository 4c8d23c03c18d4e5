export function Specialties({ label = 'Specialties', list }: { label?: string; list: readonly string[] }) {
  if (list.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {list.map((name, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be there twice
          key={at}
          className="wrap-anywhere rounded-xs border border-line-strong bg-white px-2.5 py-1 text-sm leading-tight"
        >
          {name}
        </li>
      ))}
    </ul>
  )
}
