import type { Api } from '#shared/api-client.ts'
import { getProducer } from '../producers.contract.ts'

/** For a filter by producer: somebody who left the shop keeps orders and pieces. */
export const nameProducer = (api: Api, id: string) =>
  api(getProducer, { params: { id } }).then(
    ({ producer }) => ({ id, name: producer.name }),
    () => ({ id, name: 'One producer' }),
  )
