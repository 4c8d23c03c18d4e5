import { useRef } from 'react'
import { MAX_AXIS, MAX_AXIS_VALUE, MAX_FAMILY_NAME } from '#features/catalog/families/families.rules.ts'
import { TextField } from '#web/ui/field.tsx'
import { readTypedFamily, writeTypedFamily } from '../typed-family.ts'

interface FamilyFieldsProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** The family of one product: its name, and up to two axes with this product's values. */
export function FamilyFields({ value, error, onChange }: FamilyFieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  const cells = readTypedFamily(value)
  const cell = (at: 0 | 1 | 2 | 3 | 4) => ({
    value: cells[at],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const next: typeof cells = [...cells]
      next[at] = currentTarget.value
      onChange(writeTypedFamily(next))
    },
  })
  return (
    <>
      {/* What the form judges is all five together; who is led here by a mistake comes to the first. */}
      <input
        name="family"
        value={value}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onFocus={() => first.current?.focus()}
      />
      <TextField
        optional
        ref={first}
        name="familyName"
        label="Family"
        hint="One thing in several sizes or colours has one name here. Shoppers see one card, and choose on the page."
        maxLength={MAX_FAMILY_NAME}
        error={error}
        {...cell(0)}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-4.5">
        <TextField optional name="axis1" label="First axis" placeholder="Size" maxLength={MAX_AXIS} {...cell(1)} />
        <TextField
          optional
          name="value1"
          label="Its value"
          placeholder="Single"
          maxLength={MAX_AXIS_VALUE}
          {...cell(2)}
        />
        <TextField optional name="axis2" label="Second axis" placeholder="Colour" maxLength={MAX_AXIS} {...cell(3)} />
        <TextField
          optional
          name="value2"
          label="Its value, too"
          placeholder="Indigo"
          maxLength={MAX_AXIS_VALUE}
          {...cell(4)}
        />
      </div>
    </>
  )
}
