/** 'Configure LLM providers': for the organisation. A key that is stored is never shown again. */
import { said, t } from '@acacia/texts';
import '@mantine/core/styles/PasswordInput.layer.css';
import {
  LLM_CONFIG_KEY,
  LLM_ENDPOINTS,
  LLM_WITHOUT_KEY,
  LlmProvider,
  LlmProviderName,
} from '@acacia/contract';
import { errorText, Form, Notice, toast, useOnTop } from '@acacia/ui';
import {
  ActionIcon,
  Button,
  Modal,
  PasswordInput,
  Select,
  Skeleton,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useServices } from '../../../services/services.ts';
import { LoadBoundary } from '../../../shell/loading/LoadBoundary.tsx';
import classes from '../configuration.module.css';
import { providersKey, providersQuery, type Provider } from './copilot.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall, type FormCall } from '../../../shell/copy-as/form-call.ts';

const PARAMS = { addon_id: 'copilot', config_key: LLM_CONFIG_KEY } as const;

export function LlmProvidersDialog({ onClose }: { readonly onClose: () => void }) {
  const close = useOnTop(true, onClose);
  return (
    <Modal opened onClose={close} title="Configure LLM providers" size={520}>
      <Stack gap="md">
        <LoadBoundary
          what="The providers"
          skeleton={<Skeleton height={44} role="img" aria-label="Loading providers" />}
        >
          <Providers />
        </LoadBoundary>
      </Stack>
    </Modal>
  );
}

function Providers() {
  const services = useServices();
  const { cloud, queryClient } = services;
  const { data: providers } = useSuspenseQuery(providersQuery(services));
  /** The one in the form; null for a new one. */
  const [open, setOpen] = useState<Provider | null | undefined>(undefined);
  const again = () => queryClient.invalidateQueries({ queryKey: providersKey });
  const remove = useMutation({
    mutationFn: (id: string) => cloud.deleteAddonConfig({ params: { ...PARAMS, config_id: id } }),
    onSuccess: again,
    onError: (error) => toast.error(error),
  });
  const save = useMutation({
    mutationFn: (body: LlmProvider) =>
      open === null || open === undefined
        ? cloud.createAddonConfig({ params: PARAMS, body })
        : cloud.updateAddonConfig({ params: { ...PARAMS, config_id: open.id }, body }),
    onSuccess: async () => {
      await again();
      setOpen(undefined);
    },
  });
  const show = (which: Provider | null | undefined): void => {
    save.reset();
    setOpen(which);
  };
  return (
    <>
      {providers.length === 0 && open === undefined && (
        <p className={classes.empty}>No provider is configured.</p>
      )}
      <ul className={classes.list} aria-label="LLM providers" hidden={providers.length === 0}>
        {providers.map((provider) => (
          <li key={provider.id} className={classes.item}>
            <div className={classes.itemTexts}>
              <p className={classes.itemTitle}>{provider.Name}</p>
              <p className={classes.itemText}>
                {provider.Provider}
                {provider.EncryptedAPIKey !== '' && ` · key ${provider.EncryptedAPIKey}`}
              </p>
            </div>
            <div className={classes.itemActions}>
              <Tooltip label="Edit">
                <ActionIcon aria-label={`Edit ${provider.Name}`} onClick={() => show(provider)}>
                  <IconPencil size={16} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label="Delete">
                <ActionIcon
                  aria-label={`Delete ${provider.Name}`}
                  loading={remove.isPending && remove.variables === provider.id}
                  onClick={() => remove.mutate(provider.id)}
                >
                  <IconTrash size={16} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            </div>
          </li>
        ))}
      </ul>
      {open === undefined ? (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} stroke={1.8} />}
          onClick={() => show(null)}
        >
          Add provider
        </Button>
      ) : (
        <ProviderForm
          key={open?.id ?? 'new'}
          provider={open}
          failure={save.error === null ? null : errorText(save.error)}
          saving={save.isPending}
          onCancel={() => show(undefined)}
          onSave={(body) => save.mutate(body)}
        />
      )}
    </>
  );
}

interface ProviderFormProps {
  readonly provider: Provider | null;
  readonly failure: string | null;
  readonly saving: boolean;
  readonly onCancel: () => void;
  readonly onSave: (body: LlmProvider) => void;
}

/** The call that saves a provider. The key is never copied. */
function callOf(provider: Provider | null, { APIKey, ...values }: LlmProvider): FormCall {
  const body = { ...values, ...(APIKey === undefined ? {} : { APIKey: 'API_KEY' }) };
  return provider === null
    ? formCall('createAddonConfig', { params: PARAMS, body })
    : formCall('updateAddonConfig', { params: { ...PARAMS, config_id: provider.id }, body });
}

function ProviderForm({ provider, failure, saving, onCancel, onSave }: ProviderFormProps) {
  const [values, setValues] = useState({
    Name: provider?.Name ?? '',
    Provider: provider?.Provider ?? '',
    Endpoint: provider?.Endpoint ?? '',
    Model: provider?.Model ?? '',
    APIKey: '',
  });
  const [tried, setTried] = useState(false);
  const { APIKey, ...rest } = values;
  const parsed = LlmProvider.safeParse({ ...rest, ...(APIKey === '' ? {} : { APIKey }) });
  const keyless =
    parsed.success &&
    APIKey === '' &&
    (provider?.EncryptedAPIKey ?? '') === '' &&
    !LLM_WITHOUT_KEY.has(parsed.data.Provider);
  const problem = (field: keyof LlmProvider): string | undefined => {
    if (!tried) return undefined;
    if (parsed.success) return field === 'APIKey' && keyless ? t`required` : undefined;
    return said(parsed.error.issues.find((issue) => issue.path[0] === field)?.message);
  };
  const submit = (event: FormEvent): void => {
    // The form is drawn inside others: they are not sent with it.
    event.stopPropagation();
    setTried(true);
    if (parsed.success && !keyless) onSave(parsed.data);
  };
  return (
    <Form className={classes.form} onSubmit={submit} aria-label="LLM provider">
      <TextInput
        label="Name"
        value={values.Name}
        onChange={(event) => setValues({ ...values, Name: event.currentTarget.value })}
        error={problem('Name')}
        autoComplete="off"
        data-autofocus
      />
      <Select
        label="Provider"
        placeholder="Select a provider"
        data={LlmProviderName.options}
        value={values.Provider === '' ? null : values.Provider}
        onChange={(value) => {
          const chosen = LlmProviderName.safeParse(value);
          if (chosen.success) setValues({ ...values, Provider: chosen.data });
        }}
        error={problem('Provider') === undefined ? undefined : t`Please select LLM Provider.`}
        allowDeselect={false}
      />
      <PasswordInput
        label="API key"
        description={
          provider === null
            ? 'Stored encrypted; it is never shown again.'
            : 'Leave it empty to keep the stored key.'
        }
        value={APIKey}
        onChange={(event) => setValues({ ...values, APIKey: event.currentTarget.value })}
        error={problem('APIKey')}
        autoComplete="new-password"
      />
      <TextInput
        label="Model"
        description="The import of files asks this model for better names, where a person wants it to."
        value={values.Model}
        onChange={(event) => setValues({ ...values, Model: event.currentTarget.value })}
        error={problem('Model')}
        autoComplete="off"
      />
      <TextInput
        label="Endpoint"
        description="Where chat completions are served. A stored key is kept for its own endpoint alone."
        placeholder={values.Provider === '' ? undefined : LLM_ENDPOINTS[values.Provider]}
        value={values.Endpoint}
        onChange={(event) => setValues({ ...values, Endpoint: event.currentTarget.value.trim() })}
        error={problem('Endpoint')}
        autoComplete="off"
      />
      {failure !== null && <Notice tone="negative">{failure}</Notice>}
      <div className={classes.formActions}>
        {parsed.success && <CopyAs calls={[callOf(provider, parsed.data)]} />}
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={saving}>
          Save
        </Button>
      </div>
    </Form>
  );
}
