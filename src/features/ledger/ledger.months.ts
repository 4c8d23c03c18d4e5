import { z } from 'zod'

/** 'YYYY-MM' of India. */
export const Month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Enter a month like 2026-11')

/** An existing day, 'YYYY-MM-DD'. */
export const Day = z.iso.date('Enter a day like 2026-11-05')
