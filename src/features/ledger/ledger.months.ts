import { z } from 'zod'
import { finding } from './ledger.messages.ts'

/** 'YYYY-MM' of India. */
export const Month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, finding('LEDGER_MONTH'))

/** An existing day, 'YYYY-MM-DD'. */
export const Day = z.iso.date(finding('LEDGER_DAY'))
