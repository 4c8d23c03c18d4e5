import type { SomeWords } from '#shared/languages.ts'
import type { changesEn } from './changes.words.en.ts'

/** What a maker is told. */
export const changesHi: SomeWords<typeof changesEn> = {
  CHANGE_PRODUCER_SUSPENDED: 'अभी आपका सामान दुकान में नहीं है, इसलिए कुछ भेजा नहीं जा सकता। क्या करना है, दफ़्तर से पूछिए।',
}
