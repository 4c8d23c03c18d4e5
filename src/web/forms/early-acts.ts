import { flushSync } from 'react-dom'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
/** Undefined: files, which nothing changes. */
type State = string | boolean | undefined

/** What people did to the controls before React took over; it counts more than what the server wrote. */
const acts = new Map<Control, State>()

const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

const isTick = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

const stateOf = (control: Control): State => {
  if (isTick(control)) return control.checked
  return control.type === 'file' ? undefined : control.value
}

function isChanged(control: Control) {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected)
    return control.selectedIndex !== Math.max(0, first)
  }
  if (!isTick(control)) return control.value !== control.defaultValue
  // In a group of radios only the chosen one counts.
  return control.checked !== control.defaultChecked && (control.checked || control.type === 'checkbox')
}

const note = ({ target }: Event) => {
  if (isControl(target)) acts.set(target, stateOf(target))
}
const signs = ['input', 'change'] as const

/** Call this before React starts, because React sets a select back to the server's choice. */
export function noteEarlyActs() {
  for (const control of document.querySelectorAll('input, select, textarea'))
    if (isControl(control) && isChanged(control)) acts.set(control, stateOf(control))
  for (const sign of signs) addEventListener(sign, note, true)
}

/** Repeats those acts once React has taken over. A control that acts at once must be `autoComplete="off"`, or a reload acts again. */
export function takeOverEarlyActs() {
  for (const sign of signs) removeEventListener(sign, note, true)
  // The focused one first, before anything is redrawn: its keyboard may be in the middle of a word.
  const inTurn = [...acts].sort(([one], [other]) => Number(isFocused(other)) - Number(isFocused(one)))
  acts.clear()
  for (const [control, state] of inTurn) if (control.isConnected) flushSync(() => tell(control, state))
}

const isFocused = (control: Control) => document.activeElement === control

function tell(control: Control, state: State) {
  if (isTick(control)) {
    const isSwitched = state === true
    const canTell = !control.matches(':disabled')
    control.checked = canTell ? !isSwitched : isSwitched
    if (canTell) control.click()
    return
  }
  if (typeof state === 'string') {
    if (control.value !== state) control.value = state
    forgetValue(control, state)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  control.dispatchEvent(new Event('change', { bubbles: true }))
  if (typeof state === 'string' && !isFocused(control))
    control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

/** React skips an event whose value it has read already. */
function forgetValue(control: Control, value: string) {
  const tracker: unknown = Reflect.get(control, '_valueTracker')
  if (typeof tracker !== 'object' || tracker === null || !('setValue' in tracker)) return
  if (typeof tracker.setValue === 'function') tracker.setValue(`${value}, as it was`)
}
