import type { Organization } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { OrganizationLogo } from '../../../ui/organization-logo.tsx';
import { PictureEditor } from '../../../ui/picture-editor.tsx';
import { toast } from '../../../ui/toast.ts';
import { updateOrganization } from '../api/change-organization.ts';

/** Changes the logo at once; name and industry are saved on their own. */
export function LogoEditor({ organization }: { organization: Organization }) {
  const { mutate, isPending } = useMutation(updateOrganization);
  const save = (logo: string | null) => {
    const onSuccess = () => toast.success(logo ? 'Logo saved' : 'Logo removed');
    mutate({ params: { id: organization.id }, body: { name: organization.name, logo } }, { onSuccess });
  };
  return (
    <PictureEditor what="logo" shape="rect" present={organization.logo !== null} pending={isPending} onSave={save}>
      <OrganizationLogo organization={organization} size={72} />
    </PictureEditor>
  );
}
