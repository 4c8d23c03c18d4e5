import { listProducers } from '#features/producers/producers.contract.ts'
import { sampleProducers } from '#features/producers/producers.rules.ts'
import type { Api } from '#shared/api-client.ts'

/** Whose products there may be: the two samples and the approved ones, the newest 100. */
export async function listMakers(api: Api) {
  const { producers } = await api(listProducers, { query: { limit: '100' } })
  return [...sampleProducers, ...producers]
    .map(({ _id, name }) => ({ _id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}
