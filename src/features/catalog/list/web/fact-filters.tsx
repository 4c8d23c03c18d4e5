import type { FactGroup } from './fact-groups.ts'

interface FactFiltersProps {
  groups: readonly FactGroup[]
  chosen: readonly string[]
  apply: (form: HTMLFormElement | null) => void
}

/** A tick narrows the list at once, without JavaScript by the form's button. The first two fields stand open. */
export function FactFilters({ groups, chosen, apply }: FactFiltersProps) {
  return groups.map(({ label, choices }, at) => (
    <details key={label} open={at < 2 || choices.some(([choice]) => chosen.includes(choice))} className="-mt-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{label}</summary>
      <fieldset>
        <legend className="sr-only">{label}</legend>
        {choices.map(([choice, text, count]) => (
          <label key={choice} className="fact-choice">
            <input
              key={String(chosen.includes(choice))}
              type="checkbox"
              name="fact"
              value={choice}
              defaultChecked={chosen.includes(choice)}
              onChange={({ currentTarget }) => apply(currentTarget.form)}
              className="size-5 accent-neel-700"
            />
            {text} <span>{count}</span>
          </label>
        ))}
      </fieldset>
    </details>
  ))
}
