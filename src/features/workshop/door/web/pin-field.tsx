import type { ComponentProps } from 'react'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { TextField } from '#web/ui/field.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { usePages } from '../../web/use-pages.ts'
import { PIN_LENGTH } from '../pin.rules.ts'

type PinFieldProps = ComponentProps<typeof TextField> & {
  /** The digits are shown while the PIN is chosen, so that it is typed once. */
  isChosen?: boolean
  /** Its keys stand on the page, so that no keyboard of the phone covers it. */
  hasKeys?: boolean
}

export function PinField({ isChosen = false, hasKeys = false, ...field }: PinFieldProps) {
  const hydrated = useHydrated()
  return (
    <TextField
      {...field}
      type={isChosen ? 'text' : 'password'}
      inputMode={hasKeys && hydrated ? 'none' : 'numeric'}
      autoComplete="off"
      maxLength={PIN_LENGTH + 4}
    />
  )
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']
const keyLook = 'grid min-h-16 place-items-center rounded-xs border border-line bg-paper text-2xl hover:bg-neel-50'

/** Large keys of digits, which type into a real field; after a whole PIN another one begins. They need scripts; without, the phone's own keyboard comes. */
export function PinKeys({ type }: { type: (change: (typed: string) => string) => void }) {
  const say = usePages()
  if (!useHydrated()) return null
  return (
    <fieldset aria-label={say.keys} className="grid grid-cols-3 gap-2">
      {digits.map((digit) => (
        <button
          key={digit}
          type="button"
          className={`figures ${keyLook} ${digit === '0' ? 'col-start-2' : ''}`}
          onClick={() => type((typed) => (typed.length < PIN_LENGTH ? typed : '') + digit)}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        aria-label={say.deleteDigit}
        className={keyLook}
        onClick={() => type((typed) => typed.slice(0, -1))}
      >
        <PageIcon name="delete" />
      </button>
    </fieldset>
  )
}
