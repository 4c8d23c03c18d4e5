import type { SomeWords } from '#shared/languages.ts'
import type { kernelEn } from './kernel.words.en.ts'

/** Without what is said of spreadsheets and keys, which only the office has. */
export const kernelHi: SomeWords<typeof kernelEn> = {
  INTERNAL: 'हमारी तरफ़ कुछ गड़बड़ हुई। फिर से कोशिश कीजिए।',
  BAD_REQUEST: 'यह समझ में नहीं आया।',
  CHECK_FIELD: ({ where }) => `इसे एक बार देख लीजिए: ${where}`,
  CHECK_BODY: 'जो भेजा है उसे एक बार देख लीजिए',
  NOT_FOR_KEYS: 'यह काम किसी चाबी से नहीं होता: इसके लिए किसी को लॉगिन करना होगा।',
  STORAGE_AWAY: 'अभी तस्वीरें न रखी जा सकती हैं, न खोली जा सकती हैं। थोड़ी देर में फिर से कोशिश कीजिए।',
  THIS_PICTURE: 'यह तस्वीर',

  FORM_WANTED: 'फ़ाइल multipart/form-data में भेजिए',
  JSON_MISSING: 'JSON भेजिए',
  NO_JSON: 'यह सही JSON नहीं है',
  JSON_NOT_UTF8: 'JSON UTF-8 में भेजिए',
  BODY_NOT_UTF8: 'यह सही UTF-8 नहीं है',
  FIELD_WANTED: ({ name }) => `${name} को JSON में भेजिए`,
  FIELD_NO_JSON: ({ name }) => `${name} सही JSON नहीं है`,
  FILES_WANTED: ({ name }) => `फ़ाइलें \`${name}\` नाम से भेजिए`,
  FORM_WANTED_HERE: 'यहाँ फ़ॉर्म भेजिए',
  PAGE_FORM_CUT: 'फ़ॉर्म पूरा नहीं पहुँचा।',
  FORM_CUT: 'फ़ॉर्म पूरा नहीं पहुँचा। फिर से भेजिए।',
  TEXT_NOT_KEPT: 'इसमें ऐसे अक्षर हैं जो रखे नहीं जा सकते',
  NESTED_TOO_DEEPLY: 'इसमें एक के अंदर एक बहुत ज़्यादा चीज़ें हैं',
  FIELD_NOT_TAKEN: 'इसमें एक ऐसी चीज़ है जो यहाँ नहीं ली जाती',
  HTTP_VERSION: 'HTTP/1.1 से भेजिए',
  CHUNKS_VERSION: 'टुकड़ों में भेजने के लिए HTTP/1.1 लीजिए',
  TWO_HOSTS: 'Host एक से ज़्यादा बार आया है',
  NO_HOST: 'Host नहीं आया',
  HOST_NO_NAME: 'Host में किसी मशीन का नाम नहीं है',
  ADDRESS_WITH_PASSWORD: 'पते में नाम और पासवर्ड नहीं होने चाहिए',
}
