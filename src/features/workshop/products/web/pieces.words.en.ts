import type { CategorySlug } from '#features/catalog/catalog.categories.ts'
import type { FactName } from '#features/catalog/facts/facts.fields.ts'
import type { PieceState } from '../products.states.ts'

interface Asked {
  title: string
  text?: string
}

const categories: Readonly<Record<CategorySlug, string>> = {
  'Textiles-and-clothing': 'Cloth',
  'Pottery-Ceramics': 'Pottery',
  'Wood-Furniture': 'Wood',
  'Traditional-Paintings': 'Traditional paintings',
  'Carpets-Rugs': 'Carpets',
  'Statues-Sculptures': 'Statues',
  'Food-Spices': 'Food and spices',
  'Modern-Paintings': 'Modern paintings',
}

const states: Readonly<Record<PieceState, string>> = {
  'sent back': 'Sent back',
  'looked at': 'The office is looking',
  'on sale': 'On sale',
  'sold out': 'Sold out',
  'on holiday': 'Away',
  'off sale': 'Not in the shop',
}

/** Facts that no category must state are asked under their names. */
const questions: Readonly<Partial<Record<FactName, Asked>>> = {
  material: { title: 'What is it made of?' },
  technique: { title: 'How is it made?' },
  length: { title: 'How long is it?' },
  width: { title: 'How wide is it?' },
  height: { title: 'How high is it?' },
  colour: { title: 'Which colour?', text: 'Several, if it has several.' },
  care: { title: 'How is it looked after?', text: 'Tell whoever buys it.' },
  handmade: { title: 'By hand or by machine?' },
  place: { title: 'Where is it made?', text: 'Village or town.' },
  ingredients: { title: 'What is in it?', text: 'All of it, what there is most of first.' },
  allergens: { title: 'Does it have any of these?', text: 'Some people fall ill from them.' },
  diet: { title: 'Vegetarian or not?' },
  netQuantity: { title: 'How much is in one?', text: 'With its unit, such as 400 g or 750 ml.' },
  fssai: { title: 'FSSAI number', text: 'The 14 digits of your licence.' },
  packer: { title: 'Who packs it?', text: 'Name and address.' },
  shelfLife: { title: 'How many months does it keep?' },
  storage: { title: 'How is it kept?', text: 'Such as dry and closed.' },
}

/** What the pages of own pieces say. */
export const piecesEn = {
  pieces: 'Pieces',
  myPieces: 'My pieces',
  counted: (all: number, onSale: number) =>
    `${all === 1 ? '1 piece' : `${all} pieces`}, ${onSale === 1 ? '1 is on sale' : `${onSale} are on sale`}`,
  filter: 'Show',
  all: 'All',
  low: 'Running low',
  newPiece: 'A new piece',
  addPiece: 'Add a new piece',
  arrivedBefore:
    'This piece had already arrived at the office. What you changed after that was not sent: open the piece and change it there.',
  noPieces: 'No piece yet',
  noPiecesText:
    'Take photos of what you make and say what you want for it. The office looks at it, then it goes on sale.',
  noneInState: 'None just now',
  states,
  backOn: (day: string) => `Back on ${day}`,
  yourPrice: (price: string) => `Your price ${price}`,
  noPrice: 'No price of yours is stated',
  howMany: 'Pieces',
  onlyOne: 'Only 1 left',
  noneLeft: 'Not one left',
  notCounted: 'Not counted',
  inOffice: 'The office counts these',
  oneMore: (name: string) => `One more of ${name}`,
  oneLess: (name: string) => `One less of ${name}`,
  change: 'Change it',
  mend: 'Put it right',
  sentOn: (day: string) => `Sent on ${day}`,
  says: (by: string, day: string) => (by ? `${by}, the office, ${day}` : `The office, ${day}`),
  earlier: 'Earlier',
  later: 'Later',
  allPieces: 'All pieces',

  newText: 'The office looks at it, then it goes on sale.',
  photosFirst: 'Photos first',
  photosText: 'By daylight, on a plain cloth. Up to four.',
  camera: 'Camera',
  fromPhone: 'From this phone',
  choosePhotos: 'Photos',
  choosePhotosText: 'All together at most 1 MB.',
  firstPhoto: 'First photo',
  photoOf: (place: number) => `Photo ${place}`,
  going: 'Going',
  small: 'Making it small',
  waitsForTurn: 'Waits for its turn',
  didNotArrive: 'Did not arrive',
  photoLost: 'Not here any more. Remove it and add it again',
  tryAgain: 'Try again',
  remove: (place: number) => `Remove photo ${place}`,
  arrived: (place: number) => `Photo ${place} has arrived`,
  onlyFour: 'A piece has at most four photos.',
  heic: 'This photo is in HEIC format, which cannot be opened here. Choose a JPG.',
  noPhoto: 'This is no photo. Choose a JPG, PNG or WebP.',
  tooLarge: 'This photo is larger than 10 MB. Choose a smaller one.',

  whatName: 'What is it called?',
  whatNameText: 'Write it or say it.',
  whatKind: 'What kind of thing is it?',
  categories,
  priceTitle: 'Your price',
  priceText: 'For one piece: what you want for it.',
  priceYours: (price: string, percent: number) =>
    `When it sells, ${price} are yours, and ${percent}% of the profit too. Packing and courier are added.`,
  priceYoursUntold: (percent: number) =>
    `When it sells, this is yours, and ${percent}% of the profit too. Packing and courier are added.`,
  stockTitle: 'How many pieces?',
  stockText: 'As many as are ready.',
  questions,
  more: 'More to choose from',
  aboutTitle: 'Two things about it',
  aboutText: 'If you like. The microphone of your keyboard writes what you say.',

  kept: 'Kept on this phone',
  changedMeanwhile:
    'This piece has changed since you typed this, so it was not sent. Copy from here what you still want into the piece as it is now.',
  chooseAgain: 'Choose them again',
  notKept: 'This browser keeps nothing. Send it before you leave.',
  offline: 'No internet. Nothing is sent yet. It goes by itself when there is internet again, if this page stays open.',
  waitsForNet: 'It waits for the internet. Nothing is sent yet.',
  send: 'Send to the office',
  sendAgain: 'Send to the office again',
  saveChange: 'Save',
  sending: 'Sending',

  missing: {
    photos: 'Add one photo at least',
    photosFailed: 'One photo did not arrive. Send it again, or remove it',
    name: 'Write what it is called',
    category: 'Choose what kind of thing it is',
    price: 'Write your price in numbers',
    choice: 'Choose one',
    number: 'Write it in numbers',
    text: 'Write it',
    lookAgain: 'Something is still missing. Look at what is marked',
  },

  sent: 'The office has it',
  sentText: 'Before it goes on sale, somebody looks at it. The answer shows under Today.',
  another: 'Add another piece',
  seePieces: 'See my pieces',

  sentBackTitle: 'The office sent it back',
  onlyThis: 'This is to be put right:',
  waitsText: 'The office looks at it. You can still change it, or take it back.',
  waitsChangeText: 'The office looks at what you changed. Until then the piece stays in the shop as it was.',
  trustedText: 'What you change is in the shop at once. Only your price waits for the office.',
  looksText: 'The office looks at what you change, then it is in the shop.',
  takeBack: 'Take it back',
  takeBackSure: 'Take it back?',
  takeBackNew: 'The office does not see it any more, and it is gone here, too.',
  takeBackChange: 'The piece stays as it is in the shop.',
  yesTakeBack: 'Yes, take it back',
  keep: 'Leave it',

  sentBackTask: (count: number) => (count === 1 ? 'piece came back' : 'pieces came back'),
  lowTask: (count: number) => (count === 1 ? 'piece is running low' : 'pieces are running low'),
}

export type PieceWords = typeof piecesEn
