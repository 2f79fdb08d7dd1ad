/** The whole table of calls, in a separate file so that browsers load it only when it is needed. */
export { cloudApi } from '@acacia/contract';
