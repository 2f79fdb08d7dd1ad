/** Rows of the catalogue of errors for types, graphs, jobs, packages and data sources of the catalog. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { row, semantic } from './row.ts';

export const CATALOG = {
  nameRefused: row('GSQL-NAME', ({ reason }: Quoted<'reason'>) => `Semantic Check Fails: ${reason}`),
  graphUnknown: row('REST-1004', ({ graph }: Quoted<'graph'>) => `The graph '${graph}' does not exist.`),
  memberTypeUnknown: semantic(
    ({ name }: Quoted<'name'>) => `The vertex or edge type ${name} does not exist!`,
  ),
  nameTaken: semantic(
    ({ what, name }: Quoted<'what' | 'name'>) =>
      `The ${what} name ${name} is used by another object! Please use a different name.`,
  ),
  attributeRoleType: semantic(
    ({ name, role, allowed }: Quoted<'name' | 'role' | 'allowed'>) =>
      `The attribute ${name} cannot have ${role} of this type; ${allowed} are possible.`,
  ),
  attributeTupleField: semantic(
    ({ name, tuple, field }: Quoted<'name' | 'tuple' | 'field'>) =>
      `The attribute ${name} cannot be the tuple ${tuple}: its field ${field} is not a single value.`,
  ),
  attributeTupleText: semantic(
    ({ name, tuple, field }: Quoted<'name' | 'tuple' | 'field'>) =>
      `The attribute ${name} cannot be the tuple ${tuple}: its field ${field} is a STRING without length. Give the field one, as STRING(20).`,
  ),
  keyPartUnknown: semantic(
    ({ type, part }: Quoted<'type' | 'part'>) =>
      `The key of ${type} names ${part}, which is no attribute of it.`,
  ),
  keyPartTwice: semantic(
    ({ type, part }: Quoted<'type' | 'part'>) => `The key of ${type} names ${part} twice.`,
  ),
  keyPartType: semantic(
    ({ part, type, allowed }: Quoted<'part' | 'type' | 'allowed'>) =>
      `The attribute ${part} in the key of ${type} cannot have its type; ${allowed} are possible.`,
  ),
  attributeTwice: semantic(
    ({ name, owner }: Quoted<'name' | 'owner'>) => `The attribute ${name} stands twice in ${owner}.`,
  ),
  attributeDefaultRefused: semantic(
    ({ name }: Quoted<'name'>) => `The attribute ${name} cannot have a default: only single values can.`,
  ),
  attributeDefaultUnfit: semantic(
    ({ name, owner, reason }: Quoted<'name' | 'owner' | 'reason'>) =>
      `The default of the attribute ${name} in ${owner} does not fit. ${reason}`,
  ),
  primaryIdType: semantic(
    ({ name, owner, type, allowed }: Quoted<'name' | 'owner' | 'type' | 'allowed'>) =>
      `The primary id ${name} of ${owner} cannot be ${type}; ${allowed} are possible.`,
  ),
  reverseOfUndirected: semantic(
    ({ name }: Quoted<'name'>) => `The edge type ${name} is undirected and has no reverse edge.`,
  ),
  reverseNameTaken: semantic(({ name }: Quoted<'name'>) => `The reverse edge of ${name} needs another name.`),
  discriminatorUnfit: semantic(
    ({ name, type, allowed }: Quoted<'name' | 'type' | 'allowed'>) =>
      `The discriminator ${name} of ${type} must be an attribute of the types ${allowed}.`,
  ),
  keyAttributeDropped: semantic(
    ({ name, type }: Quoted<'name' | 'type'>) =>
      `The attribute ${name} of ${type} is a key and cannot be dropped.`,
  ),
  attributeOfTypeUnknown: semantic(
    ({ name, type }: Quoted<'name' | 'type'>) => `The attribute ${name} does not exist in ${type}.`,
  ),
  edgePairThere: semantic(
    ({ type, from, to }: Quoted<'type' | 'from' | 'to'>) =>
      `The edge type ${type} goes from ${from} to ${to} already.`,
  ),
  edgePairUnknown: semantic(
    ({ type, from, to }: Quoted<'type' | 'from' | 'to'>) =>
      `The edge type ${type} does not go from ${from} to ${to}.`,
  ),
  edgePairLast: semantic(
    ({ type }: Quoted<'type'>) => `The edge type ${type} would connect nothing any more. DROP EDGE drops it.`,
  ),
  functionFileRefused: row(
    'GSQL-FUNCTION',
    ({ name, faults }: Quoted<'name' | 'faults'>) => `${name} cannot be stored: ${faults}`,
  ),
  indexUnknown: semantic(
    ({ name, type }: Quoted<'name' | 'type'>) => `The index ${name} of ${type} does not exist.`,
  ),
  indexedAttributeType: semantic(
    ({ name, type, allowed }: Quoted<'name' | 'type' | 'allowed'>) =>
      `The attribute ${name} of ${type} cannot have an index; ${allowed} can.`,
  ),
  indexThere: semantic(
    ({ name, type }: Quoted<'name' | 'type'>) => `The index ${name} of ${type} exists already.`,
  ),
  packageBuiltIn: semantic(({ name }: Quoted<'name'>) => `The package ${name} is built in.`),
  packageMissing: semantic(
    ({ name }: Quoted<'name'>) => `The package ${name} does not exist! CREATE PACKAGE ${name} makes it.`,
  ),
  packageThere: semantic(({ name }: Quoted<'name'>) => `The package ${name} already exists!`),
  templateThere: semantic(
    ({ name }: Quoted<'name'>) =>
      `The template query ${name} already exists! Please use CREATE OR REPLACE TEMPLATE QUERY.`,
  ),
  templateUnknown: semantic(({ name }: Quoted<'name'>) => `The template query ${name} does not exist!`),
  queryUnknown: row(
    'GSQL-SEMANTIC',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The query '${name}' does not exist in the graph '${graph}'.`,
  ),
  queryParameterUnknown: row(
    'GSQL-SEMANTIC',
    ({ query, name }: Quoted<'query' | 'name'>) => `The query '${query}' has no parameter '${name}'.`,
  ),
  tupleFieldTwice: semantic(
    ({ field, tuple }: Quoted<'field' | 'tuple'>) => `The field ${field} stands twice in the tuple ${tuple}.`,
  ),
  tupleUnknown: semantic(({ name }: Quoted<'name'>) => `The tuple ${name} does not exist.`),
  tupleInUse: semantic(
    ({ name, type }: Quoted<'name' | 'type'>) => `The tuple ${name} is used by ${type}. Drop that first.`,
  ),
  attributeTypeUnknown: semantic(
    ({ attribute, type }: Quoted<'attribute' | 'type'>) =>
      `The attribute ${attribute} has the type ${type}, which does not exist.`,
  ),
  vectorsNotInVersion: semantic(() => "Don't support editing vector attributes in the current version."),
  vectorUnknown: semantic(
    ({ name, type }: Quoted<'name' | 'type'>) => `The vector attribute ${name} does not exist in ${type}.`,
  ),
  vectorDimension: semantic(
    ({ name, most }: Quoted<'name' | 'most'>) =>
      `The vector attribute ${name} needs a DIMENSION from 1 to ${most}.`,
  ),
  vectorMetric: semantic(
    ({ name, allowed }: Quoted<'name' | 'allowed'>) =>
      `The vector attribute ${name} needs one of the metrics ${allowed}.`,
  ),
  dataSourceType: row(
    'GSQL-SEMANTIC',
    ({ name, found }: Quoted<'name' | 'found'>) =>
      `The data source ${name} ${found}: files are read from s3, gcs (Google Cloud Storage) and abs (Azure Blob Storage), rows of queries from postgresql and snowflake.`,
  ),
  dataSourceThere: row(
    'GSQL-SEMANTIC',
    ({ name }: Quoted<'name'>) => `The data source ${name} exists already.`,
  ),
  dataSourceUnknown: row(
    'GSQL-SEMANTIC',
    ({ name }: Quoted<'name'>) => `The data source ${name} does not exist.`,
  ),
  dataSourceNotGranted: row(
    'GSQL-SEMANTIC',
    ({ name, graph }: Quoted<'name' | 'graph'>) =>
      `The data source ${name} is not granted to the graph ${graph}.`,
  ),
  typeUnknown: semantic(
    ({ what, name }: Quoted<'what' | 'name'>) => `The ${what} type ${name} does not exist!`,
  ),
  endTypeUnknown: semantic(() => 'FROM or TO vertex type does not exist!'),
  endTypeOfNameUnknown: semantic(
    ({ name }: Quoted<'name'>) => `FROM or TO vertex type does not exist! There is no ${name}.`,
  ),
} as const satisfies SentenceRows;
