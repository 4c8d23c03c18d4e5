import { isColourAxis } from './families.colours.ts'

/** The properties in which platforms and search engines know variants to differ. */
export function propertyOf(axis: string) {
  if (isColourAxis(axis)) return 'color'
  return (['size', 'material', 'pattern'] as const).find((name) => name === axis.toLowerCase())
}

/** The values of a family's axes by such properties, without axes of other kinds. */
export const propertiesOf = (
  axes: Readonly<Record<string, string>>,
): Partial<Record<'color' | 'size' | 'material' | 'pattern', string>> =>
  Object.fromEntries(
    Object.entries(axes).flatMap(([axis, value]) => {
      const property = propertyOf(axis)
      return property ? [[property, value]] : []
    }),
  )
