import { type SitePictureName, sitePicture } from '#features/pictures/site-pictures.ts'

/** The demo's sample producers, with invented stories. Its products link to these ids. */
export const sampleProducers = [
  {
    _id: 'matti-pottery-collective',
    name: 'Matti Pottery Collective',
    location: 'Khurja, Uttar Pradesh',
    country: 'India',
    yearsInBusiness: 12,
    specialties: ['Wheel-thrown stoneware', 'Terracotta', 'Celadon glazes'],
    profileImageUrl: '/pictures/producer-potter-portrait.svg',
    coverImageUrl: linkTo('producer-potter-cover'),
    story:
      'The collective began with four potters sharing one kiln behind a brick yard. Each of them had learned on a family wheel, and each had watched cheap moulded ware push the hand-thrown pot off the market stalls.\n\nThey pooled their savings, repaired the kiln and agreed on one rule: nothing leaves the yard that they would not use in their own kitchen. Today twenty-six people throw, trim and glaze here, and more than half of them are women who came to the wheel as apprentices.\n\nClay offcuts go back into the pug mill, glaze water is settled and used again, and the kiln now runs on gas instead of coal. A share of every sale keeps the apprentice bench open.',
  },
  {
    _id: 'charkha-weavers-cooperative',
    name: "Charkha Weavers' Cooperative",
    location: 'Maheshwar, Madhya Pradesh',
    country: 'India',
    yearsInBusiness: 18,
    specialties: ['Khadi weaving', 'Indigo shibori', 'Block printing'],
    profileImageUrl: '/pictures/producer-weaver-portrait.svg',
    coverImageUrl: linkTo('producer-weaver-cover'),
    story:
      'On the river side of town the sound of looms starts before sunrise. The cooperative was set up by weavers who were tired of selling by the bundle to whoever came first; now they set the price together and keep their own order book.\n\nYarn is spun in nearby villages and dyed in the courtyard with indigo, madder and pomegranate rind. A shawl passes through eight pairs of hands, and every pair is paid per piece at a rate that the members vote on.\n\nThe cooperative runs a weekly class for school leavers. Several of them have come back with ideas of their own: the ring-dyed scarves were drawn by a nineteen-year-old member.',
  },
  {
    _id: 'neela-blue-pottery-cooperative',
    name: 'Neela Blue Pottery Cooperative',
    location: 'Jaipur, Rajasthan',
    country: 'India',
    yearsInBusiness: 15,
    specialties: ['Blue pottery', 'Brush painting', 'Quartz ware'],
    profileImageUrl: '/media/pottery-jaipur-blue-jar-2-805bcd6b/320.webp',
    coverImageUrl: linkTo('category-pottery'),
    story:
      'Blue pottery holds no clay. Ground quartz, glass and gum are pressed into moulds, dried for days and painted before the only firing. The cooperative began when six families who had each kept their own mixture put the recipes on one table and tried them side by side.\n\nEvery flower is painted freehand with a brush of goat hair, and no two rows of petals are quite alike. A jar that cracks in the kiln is ground up and becomes part of the next one.\n\nThe painting room belongs to eleven women, most of whom learned after they had married into the quarter. They teach on Saturdays, and whoever stays for a year gets a bench.',
  },
  {
    _id: 'doab-woodturners-cooperative',
    name: 'Doab Woodturners Cooperative',
    location: 'Saharanpur, Uttar Pradesh',
    country: 'India',
    yearsInBusiness: 21,
    specialties: ['Lathe turning', 'Sheesham', 'Hand carving'],
    profileImageUrl: '/media/wood-sheesham-bowl-2-6e33db2e/320.webp',
    coverImageUrl: linkTo('category-wood'),
    story:
      'The lane smells of shavings and linseed. Nineteen turners work here on lathes that they bought together, after years of renting machines by the hour from the men who also bought their stools.\n\nThe wood is sheesham and mango from trees that have stopped bearing, with a permit for every log. It seasons for two summers under the roof, since a bowl that was turned too early opens along the grain. What falls from a table top becomes a spoon.\n\nThe oldest member still carves the edges by eye. The youngest keeps the accounts on a phone, and reads them out on the first of the month.',
  },
  {
    _id: 'ganga-loom-cooperative',
    name: 'Ganga Loom Cooperative',
    location: 'Bhadohi, Uttar Pradesh',
    country: 'India',
    yearsInBusiness: 24,
    specialties: ['Flat-woven kilims', 'Cotton dhurries', 'Braided jute'],
    profileImageUrl: '/media/carpet-kilim-medallion-2-2b9587e3/320.webp',
    coverImageUrl: linkTo('category-carpets'),
    story:
      'A kilim takes two people about five weeks, and for five weeks they earn nothing unless somebody pays ahead. The cooperative was founded to do just that: members draw half of their wage when the warp is on the loom.\n\nTheir wool is washed in the village and dyed in small pots, so that each lot has a shade of its own. Jute comes from a neighbour’s field. A master weaver draws the pattern on squared paper and hangs it behind the loom.\n\nNobody under eighteen works here. The shed has a window at every loom, which the members asked for before they asked for anything else.',
  },
  {
    _id: 'kondagaon-bell-metal-collective',
    name: 'Kondagaon Bell-Metal Collective',
    location: 'Kondagaon, Chhattisgarh',
    country: 'India',
    yearsInBusiness: 9,
    specialties: ['Dokra', 'Lost-wax casting', 'Brass'],
    profileImageUrl: '/media/statue-dokra-horse-2-63760499/320.webp',
    coverImageUrl: '/media/statue-dancer-brass-1-44d02c78/800.webp',
    story:
      'A dokra horse begins as a thread of beeswax, wound around a core of clay from the ant hill. It is covered with more clay, fired until the wax has run out, and filled with metal from old pots and taps. Then the mould is broken: there is never a second one.\n\nFour brothers and their cousins did this for fairs, three times a year. As a collective of fourteen they cast every week, and the furnace that they share burns a third of the charcoal that four small ones did.\n\nThe women make the wax threads, which decide how fine a piece will be. They set the price of that work themselves.',
  },
  {
    _id: 'shila-stone-carvers',
    name: 'Shila Stone Carvers',
    location: 'Puri, Odisha',
    country: 'India',
    yearsInBusiness: 17,
    specialties: ['Soapstone', 'Black stone', 'Relief carving'],
    profileImageUrl: '/media/statue-stone-owl-1-780df873/320.webp',
    coverImageUrl: linkTo('category-statues'),
    story:
      'You hear the workshop before you see it: eight chisels, each with its own beat. The carvers learned on temple repairs, where a hand had to match a hand cut six hundred years ago, and they carve small things with the same patience.\n\nSoapstone is soft when it comes from the ground and hardens as it dries, so an elephant is roughed out within days and finished over weeks. The dust is kept down with water and masks, which the shop’s first loan paid for.\n\nOne carver signs nothing: he says that the owls are known by their eyes.',
  },
  {
    _id: 'blue-hills-small-farms',
    name: 'Blue Hills Small Farms',
    location: 'Nilgiris, Tamil Nadu',
    country: 'India',
    yearsInBusiness: 11,
    specialties: ['Hill tea', 'Forest honey', 'Spices'],
    profileImageUrl: '/media/food-spice-bowls-2-15ad0c6c/320.webp',
    coverImageUrl: linkTo('category-food'),
    story:
      'Thirty-two farms, none larger than two acres, share one drying shed and one van. Tea grows at the top, cardamom in the shade below it, turmeric and chilli where the valley opens.\n\nHoney comes from families who climb for it twice a year, and leave a third of every comb. Jaggery is boiled in an open pan over the cane’s own husks. A lot is packed within a month of its harvest and carries the name of the slope.\n\nPrices are agreed in January for the whole year, so that a good monsoon somewhere else does not decide what a family earns here.',
  },
  {
    _id: 'rang-folk-artists-circle',
    name: "Rang Folk Artists' Circle",
    location: 'Madhubani, Bihar',
    country: 'India',
    yearsInBusiness: 13,
    specialties: ['Madhubani', 'Pattachitra', 'Warli and Gond'],
    profileImageUrl: '/media/traditional-gond-deer-2-56ba76c6/320.webp',
    coverImageUrl: linkTo('category-traditional-paintings'),
    story:
      'The circle began in a courtyard where women painted walls before weddings. A schoolteacher asked three of them to paint on paper, sold the sheets in the capital, and brought back every rupee with a list of who had bought what.\n\nToday painters from four traditions send their work here to be framed. Colours are ground from lamp soot, turmeric, indigo and the sap of a bean. A tree of life takes three weeks of lines, drawn with a nib of split bamboo.\n\nEach picture is signed, also by those who signed nothing before. The circle keeps a copy of every one, so that nobody can sell it as their own.',
  },
  {
    _id: 'studio-kiran-collective',
    name: 'Studio Kiran Collective',
    location: 'Pune, Maharashtra',
    country: 'India',
    yearsInBusiness: 6,
    specialties: ['Acrylic on canvas', 'Ink', 'Screen prints'],
    profileImageUrl: '/media/modern-monsoon-fields-2-12b1d863/320.webp',
    coverImageUrl: linkTo('category-modern-paintings'),
    story:
      'Seven painters rent the upper floor of a closed printing press. They came from art school with the same question, how to go on painting once the rent is due, and answered it by sharing the rent, the light and the one good press.\n\nWork hangs on a common wall for a week before it leaves. Anybody may say what they see; the painter decides. Frames are made downstairs by a carpenter who takes offcuts of teak in exchange for canvases.\n\nOne evening a month the floor is open to the street, and children of the quarter paint on the backs of old posters.',
  },
] as const

function linkTo(name: SitePictureName) {
  const { key, widths } = sitePicture(name)
  return `/media/${key}/${widths.at(-1)}.webp`
}
