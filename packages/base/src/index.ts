export { csvOf } from './csv.ts';
export type { CsvCell } from './csv.ts';
export { exactReplacer, parseJson, stringifyJson } from './exact-json.ts';
export * from './error-rows.ts';
export { isHost, isPort, serverAddress } from './server-address.ts';
export type { AddressFault } from './server-address.ts';
export { StartError } from './start-error.ts';
export { asLetters } from './look-alikes.ts';
export { asError, messageOf } from './thrown.ts';
export {
  WireAttribute,
  WireAttributeType,
  WireEdgePair,
  WireEdgeType,
  WireGraphSchema,
  WireTuple,
  WireVector,
  WireVertexType,
} from './wire-schema.ts';
