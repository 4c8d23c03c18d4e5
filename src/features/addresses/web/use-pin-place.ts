import { type RefObject, useRef, useState } from 'react'
import { cleanZipcode, zipcodeProblem } from '../addresses.rules.ts'
import type { PinPlace } from '../pin-codes.ts'

const filledFields = ['city', 'state'] as const
type Filled = (typeof filledFields)[number]

/**
 * Fills city and state of an address form from its PIN code. What somebody has typed stays: only an empty field is filled, or one that
 * holds what was filled in before. `filled` says what was done, `elsewhere` that the typed state is not the PIN code's.
 */
export function usePinPlace(
  form: RefObject<HTMLFormElement | null>,
  settle: (name: Filled, problem: undefined) => void,
) {
  const [told, setTold] = useState<{ filled?: string; elsewhere?: string }>({})
  const latest = useRef('')
  const own = useRef<Record<Filled, string>>({ city: '', state: '' })

  function control(name: Filled) {
    const found = form.current?.elements.namedItem(name)
    return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : undefined
  }

  /** Of a PIN code that is not known, there is nothing to fill in: what was filled in for another is taken out. */
  function fill(place: Partial<PinPlace>) {
    const filled = filledFields.filter((name) => {
      const field = control(name)
      if (!field || (field.value !== '' && field.value !== own.current[name])) return false
      field.value = place[name] ?? ''
      own.current[name] = field.value
      if (field.value !== '') settle(name, undefined)
      return field.value !== ''
    })
    const state = control('state')?.value
    setTold({
      ...(filled.length > 0 ? { filled: `Filled in: ${filled.map((name) => place[name]).join(', ')}` } : {}),
      ...(!place.state || state === place.state
        ? {}
        : { elsewhere: `PIN code ${latest.current} is in ${place.state}.` }),
    })
  }

  async function onZipcode(typed: string) {
    const zipcode = cleanZipcode(typed)
    latest.current = zipcode
    setTold({})
    if (zipcodeProblem(zipcode)) return
    // Without a connection the shopper types it all.
    const table = await import('../pin-codes.ts').catch(() => undefined)
    if (table && latest.current === zipcode) fill(table.findPinPlace(zipcode) ?? {})
  }

  return { ...told, onZipcode }
}
