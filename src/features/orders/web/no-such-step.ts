import { refuseField } from '#web/forms/refuse-field.ts'
import { ordersEn } from '../orders.words.en.ts'

export const noSuchStep = (field: string) => refuseField(field, ordersEn.NO_SUCH_STEP)
