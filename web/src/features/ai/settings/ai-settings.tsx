import { Checkbox, MultiSelect, Progress, Skeleton, Text } from '@mantine/core';
import type { AiSettings } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { aiSettingsQuery, changeAiSettings } from '../api/settings.ts';

const LOOK_AGAIN_MS = 10_000;
const whileUpdating = ({ state }: { state: { data?: AiSettings } }) =>
  state.data && state.data.meaning_share < 1 ? LOOK_AGAIN_MS : false;

/** Whether the workspace has AI chat, and which apps it leaves out. */
export function AiSettingsForm({ apps }: { apps: readonly { slug: string; name: string }[] }) {
  const { data: settings, isError, refetch } = useQuery({ ...aiSettingsQuery(), refetchInterval: whileUpdating });
  const { mutate: change } = useMutation(changeAiSettings);
  if (!settings) {
    return isError ? <LoadFailed what="the AI settings" retry={() => void refetch()} /> : <Skeleton height={96} />;
  }
  const { enabled, excluded_sources, meaning_share } = settings;
  const known = new Map(apps.map(({ slug, name }) => [slug, name]));
  const data = [...new Set([...known.keys(), ...excluded_sources])].map((slug) => ({
    value: slug,
    label: known.get(slug) ?? slug,
  }));
  return (
    <>
      <Checkbox
        label="Answer questions in this workspace"
        description="When this is off, no one can use AI chat. Conversations are kept."
        checked={enabled}
        onChange={({ currentTarget: { checked } }) =>
          change({ enabled: checked }, { onSuccess: () => toast.success(checked ? 'AI chat is on' : 'AI chat is off') })
        }
      />
      <MultiSelect
        label="Apps kept out of answers"
        description="Files from these apps are never quoted or sent to an AI model."
        placeholder={excluded_sources.length === 0 ? 'Choose apps' : ''}
        data={data}
        value={excluded_sources}
        disabled={!enabled}
        searchable
        hidePickedOptions
        nothingFoundMessage="No app has this name"
        onChange={(chosen) =>
          change({ excluded_sources: chosen }, { onSuccess: () => toast.success('AI settings saved') })
        }
      />
      {meaning_share < 1 ? <MeaningProgress share={meaning_share} /> : null}
    </>
  );
}

/** After a change of model, search by meaning finds only what the new model has read. */
function MeaningProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div>
      <Text size="sm">
        Search by meaning is being updated: {percent}%. Until it’s done, search finds the rest by words.
      </Text>
      <Progress mt={6} value={percent} aria-label="Update of search by meaning" />
    </div>
  );
}
