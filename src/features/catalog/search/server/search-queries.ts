/**
 * Searches over the demo catalogue, written before the search was; products as named in catalogue/catalogue.json. `not` must not be found; `only`
 * excludes all others; `first` must be on top; `meant` is offered when nothing is found; `none`: nothing is found or offered; `names` are the offered
 * categories.
 */
export interface SearchQuery {
  q: string
  finds?: string
  first?: string
  not?: string
  only?: boolean
  meant?: string
  none?: true
  names?: string
}

const paintings =
  'traditional-warli-dance traditional-fish-pond traditional-lotus-mandala modern-river-lines modern-arcs'
const pots = 'pottery-stoneware-vase pottery-terracotta-planter pottery-celadon-tea-set pottery-jaipur-blue-jar'
const rugs = 'carpet-kilim-medallion carpet-jute-round carpet-kantha-patchwork carpet-rolled-dhurrie'
const cloth = 'textile-block-print-throws textile-shibori-scarf textile-khadi-shawl textile-embroidered-cushion'
const wood = 'wood-sheesham-bowl wood-three-legged-stool wood-carved-spoons wood-side-table wood-mango-cutting-board'
const food = 'food-spice-bowls food-forest-honey food-hill-black-tea food-jaggery-cubes food-cinnamon-bundle'
const statues = 'statue-dancer-brass statue-stone-elephant statue-stone-owl statue-dokra-horse statue-seated-figure'

export const searchQueries: Record<string, readonly SearchQuery[]> = {
  'one and many': [
    { q: 'rugs', finds: rugs, not: 'pottery-stoneware-vase', names: 'Carpets-Rugs' },
    { q: 'rug', finds: rugs, first: 'carpet-jute-round carpet-kilim-medallion carpet-kantha-patchwork' },
    { q: 'vases', finds: 'pottery-stoneware-vase', first: 'pottery-stoneware-vase', not: 'food-forest-honey' },
    { q: 'vase', finds: 'pottery-stoneware-vase', first: 'pottery-stoneware-vase' },
    {
      q: 'paintings',
      finds: paintings,
      not: 'pottery-painted-plate pottery-jaipur-blue-jar',
      names: 'Traditional-Paintings Modern-Paintings',
    },
    {
      q: 'painting',
      finds: paintings,
      first: 'traditional-warli-dance traditional-fish-pond traditional-tree-of-life',
    },
    { q: 'scarves', finds: 'textile-shibori-scarf', first: 'textile-shibori-scarf' },
    { q: 'mug', finds: 'pottery-speckled-mugs', only: true },
    { q: 'mugs', finds: 'pottery-speckled-mugs', only: true },
    { q: 'shawls', finds: 'textile-khadi-shawl', not: 'wood-side-table' },
    { q: 'spoon', finds: 'wood-carved-spoons', first: 'wood-carved-spoons' },
    { q: 'elephants', finds: 'statue-stone-elephant', only: true },
    { q: 'horses', finds: 'statue-dokra-horse', only: true },
    { q: 'bowls', finds: 'wood-sheesham-bowl pottery-celadon-tea-set food-spice-bowls' },
    { q: 'plates', finds: 'pottery-painted-plate' },
    { q: 'stools', finds: 'wood-three-legged-stool', first: 'wood-three-legged-stool' },
    { q: 'tables', finds: 'wood-side-table', first: 'wood-side-table' },
    { q: 'dhurries', finds: 'carpet-rolled-dhurrie carpet-dhurrie-runner', only: true },
    { q: 'pickles', finds: 'food-mango-pickle', only: true },
    { q: 'mangoes', finds: 'food-mango-pickle wood-mango-cutting-board wood-carved-spoons' },
    { q: 'lotuses', finds: 'traditional-lotus-mandala textile-printed-tote statue-dancer-brass' },
    { q: 'brushes', finds: 'modern-monsoon-fields pottery-painted-plate' },
  ],
  'a typing error': [
    { q: 'scraf', meant: 'scarf', finds: 'textile-shibori-scarf' },
    { q: 'potery', meant: 'pottery', finds: pots },
    { q: 'elefant', meant: 'elephant', finds: 'statue-stone-elephant' },
    { q: 'terracota', meant: 'terracotta', finds: 'pottery-terracotta-planter' },
    { q: 'jagery', meant: 'jaggery', finds: 'food-jaggery-cubes' },
    { q: 'cusion', meant: 'cushion', finds: 'textile-embroidered-cushion' },
    { q: 'indgo scraf', meant: 'indigo scarf', finds: 'textile-shibori-scarf' },
    { q: 'hony', meant: 'honey', finds: 'food-forest-honey' },
    { q: 'kilm', meant: 'kilim', finds: 'carpet-kilim-medallion' },
    { q: 'shibory', meant: 'shibori', finds: 'textile-shibori-scarf' },
    { q: 'stonware vase', meant: 'stoneware vase', finds: 'pottery-stoneware-vase' },
    { q: 'cinamon', meant: 'cinnamon', finds: 'food-cinnamon-bundle' },
    { q: 'madubani', meant: 'madhubani', finds: 'traditional-fish-pond traditional-tree-of-life' },
    { q: 'tumeric', meant: 'turmeric', finds: 'food-spice-bowls' },
    { q: 'cardamon', meant: 'cardamom', finds: 'food-spice-bowls' },
    { q: 'carpat', meant: 'carpet', finds: rugs },
    { q: 'embroidary', meant: 'embroidery', finds: cloth },
    { q: 'statu', finds: statues },
  ],
  'a category': [
    { q: 'textiles', finds: cloth, names: 'Textiles-and-clothing' },
    { q: 'clothing', finds: cloth, names: 'Textiles-and-clothing', not: 'food-forest-honey' },
    { q: 'pottery', finds: pots, names: 'Pottery-Ceramics', not: 'wood-side-table' },
    { q: 'ceramics', finds: pots, names: 'Pottery-Ceramics' },
    { q: 'wood', finds: wood, names: 'Wood-Furniture' },
    { q: 'furniture', finds: wood, names: 'Wood-Furniture', not: 'textile-khadi-shawl' },
    { q: 'carpets', finds: rugs, names: 'Carpets-Rugs', not: 'textile-khadi-shawl' },
    { q: 'carpet', finds: rugs, names: 'Carpets-Rugs' },
    { q: 'statues', finds: statues, names: 'Statues-Sculptures', not: 'pottery-painted-plate' },
    { q: 'sculpture', finds: statues, names: 'Statues-Sculptures' },
    { q: 'food', finds: food, names: 'Food-Spices' },
    { q: 'spice', finds: food, first: 'food-spice-bowls', names: 'Food-Spices' },
    { q: 'spices', finds: food, first: 'food-spice-bowls', names: 'Food-Spices' },
    { q: 'modern', finds: 'modern-river-lines modern-arcs', names: 'Modern-Paintings', not: 'traditional-fish-pond' },
    { q: 'traditional paintings', finds: 'traditional-fish-pond traditional-gond-deer', not: 'modern-arcs' },
    { q: 'Pottery & Ceramics', finds: pots, not: 'wood-side-table' },
    { q: 'handloom', finds: cloth, not: 'wood-side-table' },
    { q: 'embroidery', finds: cloth },
  ],
  'a material': [
    {
      q: 'clay',
      finds: 'pottery-terracotta-planter pottery-stoneware-vase pottery-celadon-tea-set pottery-speckled-mugs',
      not: 'food-forest-honey textile-khadi-shawl',
    },
    { q: 'terracotta', finds: 'pottery-terracotta-planter', first: 'pottery-terracotta-planter' },
    {
      q: 'stoneware',
      finds: 'pottery-stoneware-vase pottery-speckled-mugs pottery-painted-plate',
      not: 'statue-stone-owl',
    },
    { q: 'cotton', finds: `${cloth} carpet-rolled-dhurrie`, not: 'wood-side-table' },
    { q: 'brass', finds: 'statue-dancer-brass', first: 'statue-dancer-brass', not: 'food-forest-honey' },
    { q: 'jute', finds: 'carpet-jute-round food-cinnamon-bundle', first: 'carpet-jute-round' },
    {
      q: 'sheesham',
      finds: 'wood-sheesham-bowl wood-three-legged-stool statue-seated-figure',
      first: 'wood-sheesham-bowl',
    },
    { q: 'wool', finds: 'carpet-kilim-medallion', only: true },
    {
      q: 'indigo',
      finds: 'textile-shibori-scarf textile-block-print-throws modern-river-lines',
      first: 'textile-shibori-scarf',
    },
    { q: 'stone', finds: 'statue-stone-owl statue-seated-figure statue-stone-elephant' },
    { q: 'soapstone', finds: 'statue-stone-elephant', only: true },
    { q: 'khadi', finds: 'textile-khadi-shawl', first: 'textile-khadi-shawl' },
    { q: 'porcelain', finds: 'pottery-celadon-tea-set', only: true },
    { q: 'wooden', finds: `${wood} textile-printed-tote` },
    { q: 'fabric', finds: cloth },
    { q: 'linen', finds: 'modern-colour-field', not: 'wood-side-table' },
    { q: 'canvas', finds: 'modern-river-lines modern-monsoon-fields textile-printed-tote' },
    { q: 'teak', finds: 'textile-block-print-throws traditional-warli-dance', only: true },
  ],
  'words together, parts of words, signs': [
    { q: 'stoneware vase', finds: 'pottery-stoneware-vase', only: true },
    { q: 'scarf indigo', finds: 'textile-shibori-scarf', only: true },
    { q: 'blue pottery', finds: 'pottery-jaipur-blue-jar', not: 'wood-side-table' },
    {
      q: 'cotton rugs',
      finds: 'carpet-kilim-medallion carpet-kantha-patchwork carpet-rolled-dhurrie',
      not: 'textile-khadi-shawl',
    },
    { q: 'hibo', finds: 'textile-shibori-scarf', only: true },
    { q: 'terrac', finds: 'pottery-terracotta-planter', only: true },
    { q: 'hand-painted plate', finds: 'pottery-painted-plate', only: true },
    { q: '  TEA   SET ', finds: 'pottery-celadon-tea-set', first: 'pottery-celadon-tea-set' },
    { q: 'black tea', finds: 'food-hill-black-tea', first: 'food-hill-black-tea' },
    { q: 'weaver\u2019s shawl', finds: 'textile-khadi-shawl', only: true },
    { q: '100%', finds: 'textile-block-print-throws carpet-kantha-patchwork' },
    { q: 'teapot', finds: 'pottery-celadon-tea-set', only: true },
  ],
  'a producer': [
    {
      q: 'matti',
      finds: 'pottery-stoneware-vase pottery-terracotta-planter pottery-speckled-mugs',
      not: 'pottery-painted-plate',
    },
    {
      q: 'matti pottery collective',
      finds: 'pottery-stoneware-vase pottery-celadon-tea-set',
      not: 'pottery-jaipur-blue-jar',
    },
    { q: 'charkha', finds: cloth, not: 'carpet-rolled-dhurrie' },
    { q: 'charkha weavers', finds: `${cloth} textile-printed-tote`, not: 'carpet-rolled-dhurrie' },
    { q: 'charkha scarf', finds: 'textile-shibori-scarf', only: true },
    { q: 'matti mugs', finds: 'pottery-speckled-mugs', only: true },
    { q: 'chark', finds: cloth },
  ],
  Hindi: [
    { q: '\u0915\u093e\u0932\u0940\u0928', finds: rugs, names: 'Carpets-Rugs', not: 'pottery-stoneware-vase' },
    { q: 'kaleen', finds: rugs, names: 'Carpets-Rugs', not: 'pottery-stoneware-vase' },
    { q: 'kalin', finds: rugs },
    {
      q: '\u092e\u093f\u091f\u094d\u091f\u0940',
      finds: 'pottery-terracotta-planter pottery-stoneware-vase',
      not: 'food-forest-honey',
    },
    { q: 'mitti', finds: 'pottery-terracotta-planter pottery-stoneware-vase', not: 'food-forest-honey' },
    { q: '\u0936\u0939\u0926', finds: 'food-forest-honey', only: true },
    { q: 'shahad', finds: 'food-forest-honey', only: true },
    {
      q: '\u091a\u093e\u092f',
      finds: 'food-hill-black-tea pottery-celadon-tea-set',
      not: 'wood-side-table wood-carved-spoons',
    },
    { q: 'chai', finds: 'food-hill-black-tea pottery-celadon-tea-set', not: 'wood-side-table' },
    { q: '\u0939\u0932\u094d\u0926\u0940', finds: 'food-spice-bowls', not: 'food-forest-honey' },
    { q: 'haldi', finds: 'food-spice-bowls', not: 'food-forest-honey' },
    { q: '\u0917\u0941\u0921\u093c', finds: 'food-jaggery-cubes', only: true },
    { q: '\u0939\u093e\u0925\u0940', finds: 'statue-stone-elephant', only: true },
    { q: 'lakdi', finds: wood, names: 'Wood-Furniture' },
    { q: '\u0916\u093e\u0926\u0940', finds: 'textile-khadi-shawl', first: 'textile-khadi-shawl' },
    { q: '\u0936\u0940\u0936\u092e', finds: 'wood-sheesham-bowl' },
    { q: '\u092e\u0927\u0941\u092c\u0928\u0940', finds: 'traditional-fish-pond traditional-tree-of-life' },
    { q: '\u0932\u094b\u091f\u0938', finds: 'traditional-lotus-mandala' },
  ],
  'nothing the shop has': [
    { q: 'zzzzqqqq', none: true },
    { q: 'bicycle pump', none: true },
    { q: 'x1y2z3', none: true },
    { q: 'qwertyuiop', none: true },
    { q: '%', none: true },
    { q: '\u2603', none: true },
    { q: 'locomotive', none: true },
  ],
}
