import { z } from 'zod'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText } from '#shared/text.ts'
import { finding, message } from '../catalog.messages.ts'
import { MAX_AXES, MAX_AXIS, MAX_AXIS_VALUE, MAX_FAMILY_NAME } from './families.rules.ts'

/** A product's family as a seller states it; the first axis stands first. */
export const StatedFamily = z.object(
  {
    name: personText(message('FAMILY_NAME'), MAX_FAMILY_NAME),
    axes: z
      .record(personText(message('AXIS'), MAX_AXIS), personText(message('AXIS_VALUE'), MAX_AXIS_VALUE), {
        error: finding('AXES_MISSING'),
      })
      .refine((axes) => Object.keys(axes).length > 0, finding('AXES_MISSING'))
      .refine((axes) => Object.keys(axes).length <= MAX_AXES, finding('TOO_MANY_AXES', { most: MAX_AXES })),
  },
  { error: finding('FAMILY_UNCLEAR') },
)
export type StatedFamily = z.output<typeof StatedFamily>

const Axes = z.record(z.string(), z.string())

/** A product's family as shoppers see it. */
export const Family = z.object({
  name: z.string(),
  /** Axis -> value of this product, in the family's order. */
  axes: Axes,
  /** All of the family that is on sale, this product too, in the order in which they came. */
  siblings: z.array(z.object({ _id: z.string(), axes: Axes, price: Rupees, offerPrice: Rupees, inStock: z.boolean() })),
})
export type Family = z.output<typeof Family>
