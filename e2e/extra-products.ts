/** How many "Temple Bell 1", "Temple Bell 2" … there are besides the demo catalogue: more than one page holds. */
export const BELLS = 60

/** Products of which there is one piece, one for each project: the browser tests of both run on one shop. */
export const lastPieces: Record<string, string> = { phone: 'Walnut Pen Tray', desktop: 'Walnut Letter Rack' }

/** Products of which there are four pieces, which nobody buys. */
export const FEW = 4
export const fewPieces: Record<string, string> = { phone: 'Brass Oil Lamp', desktop: 'Brass Incense Stand' }

/** Out of stock at first; one for each project and test that waits for it. */
const awaitedKinds = ['Cane Lampshade', 'Cane Fruit Bowl', 'Cane Basket'] as const
export const awaited = (project: string, kind: (typeof awaitedKinds)[number]) => `${kind} for the ${project}`
export const allAwaited = ['phone', 'desktop'].flatMap((project) => awaitedKinds.map((kind) => awaited(project, kind)))

/** The name of a product in the first script, and what stands below it in the others: all that the shop has fonts for. */
export const scripts = {
  devanagari: 'ढोकरा कछुआ, हस्तशिल्प',
  bengali: 'শান্তিনিকেতনী বাটিক',
  gurmukhi: 'ਫੁਲਕਾਰੀ ਦੁਪੱਟਾ',
  gujarati: 'કચ્છી ભરતકામ',
  oriya: 'ପଟ୍ଟଚିତ୍ର',
  tamil: 'தஞ்சாவூர் ஓவியம்',
  telugu: 'కొండపల్లి బొమ్మ',
  kannada: 'ಚನ್ನಪಟ್ಟಣದ ಗೊಂಬೆ',
  malayalam: 'ആറന്മുള കണ്ണാടി',
}
