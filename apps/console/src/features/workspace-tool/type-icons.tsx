/** Pictures that a vertex type can have, by the names under which styles store them. */
import {
  IconBarcode,
  IconBook,
  IconBox,
  IconBriefcase,
  IconBuilding,
  IconBuildingBank,
  IconBuildingStore,
  IconCalendar,
  IconCar,
  IconCategory,
  IconCertificate,
  IconClock,
  IconCloud,
  IconCoin,
  IconCreditCard,
  IconDatabase,
  IconDeviceMobile,
  IconFileText,
  IconFlag,
  IconHeart,
  IconHome,
  IconId,
  IconKey,
  IconLink,
  IconMail,
  IconMapPin,
  IconMessage,
  IconMovie,
  IconMusic,
  IconNetwork,
  IconPackage,
  IconPhone,
  IconPill,
  IconPlane,
  IconReceipt,
  IconSchool,
  IconServer,
  IconShip,
  IconShoppingCart,
  IconStar,
  IconTag,
  IconTool,
  IconTruck,
  IconUser,
  IconUsers,
  IconWallet,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<string, Icon>> = {
  barcode: IconBarcode,
  book: IconBook,
  box: IconBox,
  briefcase: IconBriefcase,
  building: IconBuilding,
  bank: IconBuildingBank,
  store: IconBuildingStore,
  calendar: IconCalendar,
  car: IconCar,
  category: IconCategory,
  certificate: IconCertificate,
  clock: IconClock,
  cloud: IconCloud,
  coin: IconCoin,
  card: IconCreditCard,
  database: IconDatabase,
  device: IconDeviceMobile,
  document: IconFileText,
  flag: IconFlag,
  heart: IconHeart,
  home: IconHome,
  id: IconId,
  key: IconKey,
  link: IconLink,
  mail: IconMail,
  place: IconMapPin,
  message: IconMessage,
  movie: IconMovie,
  music: IconMusic,
  network: IconNetwork,
  package: IconPackage,
  phone: IconPhone,
  pill: IconPill,
  plane: IconPlane,
  receipt: IconReceipt,
  school: IconSchool,
  server: IconServer,
  ship: IconShip,
  cart: IconShoppingCart,
  star: IconStar,
  tag: IconTag,
  tool: IconTool,
  truck: IconTruck,
  user: IconUser,
  users: IconUsers,
  wallet: IconWallet,
  world: IconWorld,
};

export const ICON_NAMES = Object.keys(ICONS);

/** The picture of a type in its colour, else a dot; names that other clients stored draw the dot. */
export function TypeMark({
  icon,
  color,
  size = 16,
}: {
  readonly icon: string;
  readonly color: string;
  readonly size?: number;
}) {
  const Picture = Object.hasOwn(ICONS, icon) ? ICONS[icon] : undefined;
  if (Picture !== undefined) return <Picture size={size} stroke={1.8} color={color} aria-hidden="true" />;
  return (
    <span
      aria-hidden="true"
      style={{ flex: 'none', width: 10, height: 10, borderRadius: '50%', background: color }}
    />
  );
}
