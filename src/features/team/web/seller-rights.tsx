import { type Right, rights } from '#shared/rights.ts'
import { rightWords } from '../team.rights.ts'

const tickOf = (right: Right) => `may-${right}`

/** The rights that were ticked. */
export const tickedIn = (form: FormData) => rights.filter((right) => form.has(tickOf(right)))

interface RightTicksProps {
  own: readonly Right[]
  /** What was ticked in a form that came back. */
  retyped?: Record<string, string> | undefined
  /** Those that can be ticked. */
  of?: readonly Right[]
  asks?: string
}

export function RightTicks({ own, retyped, of = rights, asks = 'What may they see and do?' }: RightTicksProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold text-sm leading-snug">{asks}</legend>
      {of.map((right) => (
        <label key={right} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={tickOf(right)}
            value="1"
            defaultChecked={retyped ? tickOf(right) in retyped : own.includes(right)}
            className="size-5 flex-none accent-neel-700"
          />
          <span>
            <span>{rightWords[right].name}</span>{' '}
            <span className="block text-ink-mute text-sm">{rightWords[right].opens}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
