import { cleanZipcode, type IndianState, indianStates, zipcodeProblem } from './addresses.rules.ts'

/**
 * How PIN codes begin: for each state the beginnings that are its alone, then its cities with theirs. The longest beginning that fits
 * decides. The first three digits are a sorting district, and in most of them 0 comes next only in the town that it is named after; so
 * a city mostly has four or five digits here, and the villages around it get the state alone. What is not certain is left out: then the
 * shopper types it. About 9 kB, loaded when a PIN code is typed.
 */
const beginnings: Record<IndianState, string> = {
  'Andaman and Nicobar Islands': '744; Port Blair 74410',
  'Andhra Pradesh': `51 52 53; Visakhapatnam 5300; Vijayawada 5200; Guntur 52200; Tirupati 51750; Nellore 52400; Kurnool 51800;
    Rajahmundry 53310; Kakinada 53300; Anantapur 51500; Kadapa 51600; Eluru 53400; Ongole 52300; Srikakulam 53200; Vizianagaram 53500;
    Chittoor 51700; Hindupur 515201; Machilipatnam 52100`,
  'Arunachal Pradesh': '790 791 792; Itanagar 791111; Naharlagun 791110; Tawang 790104; Bomdila 790001; Tezu 792001',
  Assam: `78; Guwahati 7810; Jorhat 78500; Dibrugarh 78600; Silchar 78800 78801; Tezpur 78400; Nagaon 78200; Tinsukia 786125;
    Sualkuchi 781103; Sivasagar 785640; Dhubri 783301`,
  Bihar: `800 801 802 803 804 805 811 812 8131 821 823 824 84 85; Patna 8000; Gaya 82300; Bhagalpur 81200; Muzaffarpur 84200;
    Darbhanga 84600; Madhubani 847211; Purnia 854301; Begusarai 851101; Arrah 802301; Chapra 841301; Hajipur 844101;
    Bihar Sharif 803101; Bodh Gaya 824231; Munger 811201; Sasaram 821115; Samastipur 848101; Saharsa 852201; Katihar 854105;
    Kishanganj 855107`,
  Chandigarh: 'Chandigarh 1600',
  Chhattisgarh: `49; Raipur 4920; Bilaspur 49500; Durg 49100; Bhilai 4900; Jagdalpur 494001; Raigarh 496001; Korba 495677;
    Ambikapur 497001; Rajnandgaon 491441`,
  'Dadra and Nagar Haveli and Daman and Diu':
    '362540 362570 396235 396240; Daman 396210 396215 396220; Silvassa 396230; Diu 362520',
  Delhi: '110; Delhi 1100',
  Goa: '403; Panaji 40300; Mapusa 403507; Margao 403601; Vasco da Gama 403802; Ponda 403401',
  Gujarat: `36 37 38 39; Ahmedabad 3800; Gandhinagar 38201; Rajkot 36000; Vadodara 3900; Surat 3950; Jamnagar 36100; Bhavnagar 36400;
    Junagadh 36200; Bhuj 370001; Anand 388001; Nadiad 387001; Valsad 396001; Navsari 396445; Mehsana 384001; Palanpur 385001;
    Bharuch 392001; Surendranagar 363001; Porbandar 360575; Gandhidham 370201; Himatnagar 383001; Godhra 389001; Patan 384265;
    Vapi 396191`,
  Haryana: `12 13; Faridabad 12100; Gurugram 12200 12201; Rewari 123401; Rohtak 12400; Hisar 12500; Jind 126102; Bhiwani 127021;
    Sonipat 131001; Karnal 132001; Panipat 132103; Ambala 133001 134003; Panchkula 134109 134112 134113 134114 134115 134116;
    Yamunanagar 135001; Kurukshetra 136118; Kaithal 136027`,
  'Himachal Pradesh': `17; Shimla 17100; Mandi 175001; Kullu 175101; Manali 175131; Solan 173212; Dharamshala 176215; Kangra 176001;
    Hamirpur 177001; Bilaspur 174001`,
  'Jammu and Kashmir': `18 190 191 192 193; Jammu 1800; Srinagar 1900; Kathua 184101; Udhampur 182101; Anantnag 192101;
    Baramulla 193101`,
  Jharkhand: `81410 81411 81412 81414 81415 815 816 822 825 826 827 828 829 83; Ranchi 8340; Jamshedpur 8310; Dhanbad 826001;
    Bokaro 82700; Hazaribagh 825301; Deoghar 814112; Dumka 814101; Giridih 815301; Ramgarh 829122; Chaibasa 833201`,
  Karnataka: `56 57 58 59; Bengaluru 5600 5601; Mysuru 5700; Mangaluru 5750; Hubballi 58002 58003; Dharwad 58000; Belagavi 5900;
    Kalaburagi 58510; Ballari 58310; Davanagere 57700; Shivamogga 57720; Tumakuru 57210; Hassan 573201; Udupi 576101; Mandya 571401;
    Kolar 563101; Raichur 584101; Vijayapura 586101; Bidar 585401; Madikeri 571201; Chikkamagaluru 577101; Hosapete 583201;
    Channapatna 562160; Gadag 582101`,
  Kerala: `67 68 69; Kochi 6820; Thiruvananthapuram 6950; Kozhikode 6730; Thrissur 6800; Kannur 67000; Kollam 69100; Palakkad 67800;
    Kottayam 68600; Alappuzha 68800; Kasaragod 671121; Aluva 683101; Pathanamthitta 689645`,
  Ladakh: '194; Leh 194101; Kargil 194103',
  Lakshadweep: '68255; Kavaratti 682555',
  'Madhya Pradesh': `45 46 47 48; Bhopal 4620; Indore 4520; Jabalpur 48200; Gwalior 47400; Ujjain 45600; Sagar 47000; Rewa 486001;
    Satna 485001; Ratlam 457001; Dewas 455001; Khandwa 450001; Burhanpur 450331; Chhindwara 480001; Maheshwar 451224;
    Chanderi 473446; Mandsaur 458001; Sehore 466001; Vidisha 464001`,
  Maharashtra: `400 401 402 41 42 43 44; Mumbai 4000 4001; Thane 4006; Navi Mumbai 4007; Pune 4110; Nagpur 4400; Nashik 42200 42201;
    Kolhapur 41600; Solapur 41300; Amravati 44460; Jalgaon 425001; Dhule 424001; Akola 44400; Satara 415001; Sangli 416416;
    Ratnagiri 415612; Nanded 43160; Latur 413512; Kalyan 421301; Bhiwandi 421302; Dombivli 42120; Ulhasnagar 42100; Vasai 401201;
    Virar 401303; Lonavala 410401; Panvel 410206; Palghar 401404; Chandrapur 442401; Wardha 442001; Yavatmal 445001`,
  Manipur: '795; Imphal 795001',
  Meghalaya: '793 794; Shillong 79300; Tura 794001',
  Mizoram: '796; Aizawl 79600; Lunglei 796701',
  Nagaland: '797 798; Kohima 797001; Dimapur 797112; Mokokchung 798601',
  Odisha: `75 76 77; Bhubaneswar 7510; Cuttack 7530; Puri 752001; Rourkela 76900 76901; Brahmapur 76000; Sambalpur 76800;
    Balasore 756001; Baripada 757001; Koraput 764020; Bargarh 768028`,
  Puducherry: '60960; Puducherry 6050; Karaikal 609602; Mahe 673310; Yanam 533464',
  Punjab: `14 15; Ludhiana 14100; Amritsar 14300; Jalandhar 14400; Pathankot 145001; Hoshiarpur 146001;
    Patiala 147001; Sangrur 148001; Bathinda 151001; Firozpur 152001; Moga 142001; Mohali 160055 160059 160062 160071`,
  Rajasthan: `30 31 32 33 34; Jaipur 3020; Jodhpur 34200; Udaipur 31300; Kota 32400; Ajmer 30500; Bikaner 33400; Alwar 301001;
    Bharatpur 321001; Jaisalmer 345001; Bhilwara 311001; Sikar 332001; Sri Ganganagar 335001; Pushkar 305022; Mount Abu 307501;
    Pali 306401; Chittorgarh 312001; Bundi 323001; Barmer 344001; Jhunjhunu 333001; Churu 331001; Sawai Madhopur 322001`,
  Sikkim: '737; Gangtok 737101',
  'Tamil Nadu': `600 601 602 603 604 6056 6057 606 6070 6071 6072 6073 6078 608 609 61 62 63 64; Chennai 6000 6001; Coimbatore 6410; Madurai 6250;
    Tiruchirappalli 6200; Salem 63600; Tirunelveli 62700; Vellore 63200; Erode 63800; Tiruppur 64160; Thoothukudi 62800;
    Thanjavur 61300; Kumbakonam 612001; Kanchipuram 63150; Nagercoil 62900; Hosur 635109; Dindigul 624001; Karur 639001;
    Cuddalore 60700; Udhagamandalam 643001; Namakkal 637001; Tiruvannamalai 606601; Villupuram 605602; Karaikudi 630001;
    Sivakasi 626123; Nagapattinam 611001; Pudukkottai 622001`,
  Telangana: `500 501 502 503 504 505 506 5070 5072 508 509; Hyderabad 5000; Warangal 50600; Karimnagar 50500; Nizamabad 50300;
    Khammam 50700; Nalgonda 508001; Mahabubnagar 509001; Adilabad 504001; Sangareddy 502001; Siddipet 502103`,
  Tripura: '799; Agartala 79900',
  'Uttar Pradesh': `20 21 22 23 241 242 243 2440 2441 2442 2443 2444 2449 245 2467 2470 2471 2472 2473 2475 2477 25 261 2620 2621 2622 2627 2628
    2629 27 28; Ghaziabad 20100 20101; Noida 20130; Greater Noida 201310; Aligarh 20200; Kanpur 2080; Prayagraj 2110; Varanasi 22100;
    Lucknow 2260; Bareilly 24300; Moradabad 244001; Rampur 244901; Hapur 245101; Saharanpur 247001; Meerut 25000;
    Muzaffarnagar 251001; Gorakhpur 27300; Mathura 28100; Vrindavan 281121; Agra 28200 28201; Firozabad 283203; Jhansi 28400;
    Mirzapur 231001; Shahjahanpur 242001; Bulandshahr 203001; Ayodhya 224123`,
  Uttarakhand: `244712 244715 244716 2460 2461 2464 2476 248 249 2625 263; Dehradun 24800; Haridwar 249401; Rishikesh 249201;
    Nainital 263001; Haldwani 263139; Rudrapur 263153; Roorkee 247667; Kashipur 244713; Almora 263601; Mussoorie 248179;
    Pithoragarh 262501`,
  'West Bengal': `70 71 72 73 74; Kolkata 700; Howrah 71110; Siliguri 73400; Darjeeling 734101; Durgapur 71320; Asansol 71330;
    Bardhaman 71310; Midnapore 721101; Kharagpur 721301; Malda 732101; Santiniketan 731235; Bolpur 731204; Suri 731101;
    Jalpaiguri 735101; Cooch Behar 736101; Bishnupur 722122; Bankura 722101; Purulia 723101; Krishnanagar 741101; Baharampur 742101`,
}

/** What a PIN code tells of an address. */
export interface PinPlace {
  state: IndianState
  city?: string
}

/** "56 57; Bengaluru 5600 5601" -> what each beginning tells. */
function* readBeginnings(state: IndianState): Generator<[string, PinPlace]> {
  for (const part of beginnings[state].split(';')) {
    const digits = part.match(/\d+/g) ?? []
    const city = part.replace(/\d+/g, '').replace(/\s+/g, ' ').trim()
    for (const beginning of digits) yield [beginning, city === '' ? { state } : { state, city }]
  }
}

const places = new Map(indianStates.flatMap((state) => [...readBeginnings(state)]))

/** What a PIN code of India tells of its address; nothing for one that is not complete, or not certain. */
export function findPinPlace(zipcode: string): PinPlace | undefined {
  const digits = cleanZipcode(zipcode)
  if (zipcodeProblem(digits)) return undefined
  for (let length = digits.length; length >= 2; length -= 1) {
    const place = places.get(digits.slice(0, length))
    if (place) return place
  }
  return undefined
}
