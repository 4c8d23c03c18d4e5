interface Courier {
  name: string
  link: (trackingNumber: string) => string
}

/** Couriers with a known tracking page; any other is called as it was typed. */
export const couriers: readonly Courier[] = [
  {
    name: 'Speed Post',
    link: () => 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  },
  { name: 'Delhivery', link: (number) => `https://www.delhivery.com/track-v2/package/${number}` },
  {
    name: 'Blue Dart',
    link: (number) => `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  },
  { name: 'DTDC', link: (number) => `https://www.dtdc.in/trace.asp?strCnno=${number}` },
  { name: 'Ekart', link: (number) => `https://ekartlogistics.com/shipmenttrack/${number}` },
  { name: 'Xpressbees', link: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}` },
]

const key = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** The courier of this name, however written. */
export const findCourier = (name: string) => couriers.find((courier) => key(courier.name) === key(name))

export const courierName = (name: string) => findCourier(name)?.name ?? name

/** The courier's page for this parcel; undefined where unknown. */
export function courierLink(courier: string | null, trackingNumber: string | null) {
  if (courier === null || trackingNumber === null) return undefined
  return findCourier(courier)?.link(encodeURIComponent(trackingNumber.replace(/\s/g, '')))
}
