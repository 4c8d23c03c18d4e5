import { z } from 'zod'

export const ofDemo = { demo: z.literal(true).optional() }
