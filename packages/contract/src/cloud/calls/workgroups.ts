/** Workgroups, their databases, and who may reach them. Paths are below `/api`. */
import { z } from 'zod';
import { route } from '../../route.ts';
import { CreateDatabase, CreateWorkgroup, UpdateDatabase, UpdateWorkgroup } from '../resource-inputs.ts';
import { Database, Workgroup } from '../resources.ts';
import { DatabaseParams, Nothing, WorkgroupParams } from './parameters.ts';

export const workgroupsCalls = {
  createWorkgroup: route({
    method: 'POST',
    path: '/v2/workgroups',
    tag: 'workgroups',
    permission: 'workgroup.create',
    summary: 'Create a workgroup',
    body: CreateWorkgroup,
    result: Workgroup,
  }),
  getWorkgroup: route({
    method: 'GET',
    path: '/v2/workgroups/:workgroup_id',
    tag: 'workgroups',
    permission: 'workgroup.read',
    summary: 'One workgroup',
    params: WorkgroupParams,
    result: Workgroup,
  }),
  updateWorkgroup: route({
    method: 'PUT',
    path: '/v2/workgroups/:workgroup_id',
    tag: 'workgroups',
    permission: 'workgroup.update',
    summary: 'Rename a workgroup or change its log collection',
    params: WorkgroupParams,
    body: UpdateWorkgroup,
    result: Workgroup,
  }),
  deleteWorkgroup: route({
    method: 'DELETE',
    path: '/v2/workgroups/:workgroup_id',
    tag: 'workgroups',
    permission: 'workgroup.delete',
    summary: 'Delete a workgroup that holds no workspace, with its databases',
    params: WorkgroupParams,
    result: Nothing,
  }),
  listDatabases: route({
    method: 'GET',
    path: '/v2/workgroups/:workgroup_id/databases',
    tag: 'databases',
    permission: 'database.read',
    summary: 'Databases of a workgroup',
    params: WorkgroupParams,
    result: z.array(Database),
  }),
  createDatabase: route({
    method: 'POST',
    path: '/v2/workgroups/:workgroup_id/databases',
    tag: 'databases',
    permission: 'database.create',
    summary: 'Create an empty database',
    params: WorkgroupParams,
    body: CreateDatabase,
    result: Database,
  }),
  getDatabase: route({
    method: 'GET',
    path: '/v2/workgroups/:workgroup_id/databases/:database_id',
    tag: 'databases',
    permission: 'database.read',
    summary: 'One database',
    params: DatabaseParams,
    result: Database,
  }),
  updateDatabase: route({
    method: 'PUT',
    path: '/v2/workgroups/:workgroup_id/databases/:database_id',
    tag: 'databases',
    permission: 'database.update',
    summary: 'Rename a database',
    params: DatabaseParams,
    body: UpdateDatabase,
    result: Database,
  }),
  deleteDatabase: route({
    method: 'DELETE',
    path: '/v2/workgroups/:workgroup_id/databases/:database_id',
    tag: 'databases',
    permission: 'database.delete',
    summary: 'Delete a database that no workspace uses, and its data',
    params: DatabaseParams,
    result: Nothing,
  }),
} as const;
