/** A name may stand several times among pairs. */
export const HiddenFields = ({ values }: { values: Record<string, string> | Iterable<readonly [string, string]> }) =>
  (Symbol.iterator in values ? [...values] : Object.entries(values)).map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
