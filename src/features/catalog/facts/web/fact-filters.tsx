import type { ReactNode } from 'react'
import { useFollowing } from '#web/hooks/use-following.ts'
import type { FactGroup } from './fact-groups.ts'

interface FactFiltersProps {
  groups: readonly FactGroup[]
  chosen: readonly string[]
  apply: (form: HTMLFormElement | null) => void
}

/** A tick narrows the list at once, without JavaScript by the form's button. */
export const FactFilters = ({ groups, chosen, apply }: FactFiltersProps) =>
  groups.map(({ label, choices }) => (
    <fieldset key={label}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      {choices.map(([choice, text, count]) => (
        <Tick key={choice} choice={choice} isChosen={chosen.includes(choice)} apply={apply}>
          {text} <span>{count}</span>
        </Tick>
      ))}
    </fieldset>
  ))

interface TickProps extends Pick<FactFiltersProps, 'apply'> {
  choice: string
  isChosen: boolean
  children: ReactNode
}

function Tick({ choice, isChosen, apply, children }: TickProps) {
  const [isOn, setOn] = useFollowing(isChosen)
  return (
    <label className="fact-choice">
      <input
        type="checkbox"
        name="fact"
        value={choice}
        checked={isOn}
        onChange={({ currentTarget }) => {
          setOn(currentTarget.checked)
          apply(currentTarget.form)
        }}
        className="size-5 accent-neel-700"
      />
      {children}
    </label>
  )
}
